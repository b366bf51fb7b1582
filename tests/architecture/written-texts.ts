/**
 * Finds texts that the page writes itself instead of reading them from the catalogue: between tags, in attributes and
 * properties that people read or hear, and literal sentences anywhere.
 */
import { parseAst } from 'vite'

const READ =
  /^(label|title|placeholder|alt|description|hint|heading|message|error|reason|detail|words|aria-(label|description|roledescription|valuetext))$/

interface Node {
  type: string
  [part: string]: unknown
}

/** Units, keys and names of formats are the same in every language. */
const NEUTRAL = /\b(px|ms|s|fps|[A-Z]|CSV|JSON|Ctrl|Sightline)\b/g

const isText = (text: string): boolean => /\p{L}/u.test(text.replace(NEUTRAL, ''))

/** Two words in a row. Lists of fonts and mixed colours have them too. */
const isSentence = (text: string): boolean =>
  /\p{L}{2,} \p{L}{2,}/u.test(text) && !/sans-serif|monospace|srgb/.test(text)

/** The literals that an expression may evaluate to. */
function literals(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[]
      return [...quasis.map((q) => q.value.cooked), ...(node.expressions as Node[]).flatMap(literals)]
    }
    case 'ConditionalExpression':
      return [...literals(node.consequent as Node), ...literals(node.alternate as Node)]
    case 'LogicalExpression':
      return [...literals(node.left as Node), ...literals(node.right as Node)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...literals(node.left as Node), ...literals(node.right as Node)] : []
    case 'JSXExpressionContainer':
      return literals(node.expression as Node)
    default:
      return []
  }
}

/** The texts of an element between its tags, and in the attributes that people read or hear. */
function inElement(node: Node): string[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    return (node.children as Node[]).flatMap((child) => {
      if (child.type === 'JSXText') return [String(child.value).replace(/&\w+;/g, '').replace(/\s+/g, ' ').trim()]
      return child.type === 'JSXExpressionContainer' ? literals(child) : []
    })
  }
  if (node.type !== 'JSXAttribute') return []
  const { name } = node.name as { name: unknown }
  const written = literals(node.value as Node | null)
  if (typeof name === 'string' && READ.test(name)) return written
  // Names count when they look like text; otherwise they are names in a form or a file.
  return name === 'name' ? written.filter((text) => /^\p{Lu}| /u.test(text)) : []
}

/** Texts that are passed to the page: under the name of a text property, or whole sentences anywhere. */
function onItsWay(node: Node): string[] {
  switch (node.type) {
    // `error` holds the texts of that state of a run.
    case 'Property': {
      const { name, value } = node.key as { name?: string; value?: string }
      return !node.computed && READ.test(name ?? value ?? '') && name !== 'error' ? literals(node.value as Node) : []
    }
    case 'CallExpression':
      return (node.arguments as Node[]).flatMap(literals).filter(isSentence)
    // A thrown error may be shown in a notice; an internal error begins with the name of its origin.
    case 'NewExpression':
      return (node.arguments as Node[])
        .flatMap(literals)
        .filter((text) => isSentence(text) && !/^use\p{Lu}/u.test(text))
    case 'ReturnStatement':
      return literals(node.argument as Node | null).filter(isSentence)
    case 'VariableDeclarator':
    case 'PropertyDefinition':
      return literals((node.init ?? node.value) as Node | null).filter(isSentence)
    case 'AssignmentExpression':
      return literals(node.right as Node).filter(isSentence)
    case 'ArrowFunctionExpression':
      return literals(node.body as Node).filter(isSentence)
    default:
      return []
  }
}

function visit(node: Node, found: string[]): void {
  found.push(...inElement(node), ...onItsWay(node))
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') {
        visit(child as Node, found)
      }
    }
  }
}

export function writtenTexts(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang }) as unknown as Node, found)
  return found.filter(isText)
}
