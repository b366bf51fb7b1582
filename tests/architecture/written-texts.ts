/** Finds texts that a component writes itself: between tags, and in attributes that people read or hear. */
import { parseAst } from 'vite'

const READ =
  /^(label|title|placeholder|alt|description|hint|heading|message|error|aria-(label|description|roledescription|valuetext))$/

interface Node {
  type: string
  [part: string]: unknown
}

/** Units, keys and names of formats are written alike in every language. */
const NEUTRAL = /\b(px|ms|s|fps|[A-Z]|CSV|JSON|Ctrl|Sightline)\b/g

const isText = (text: string): boolean => /\p{L}/u.test(text.replace(NEUTRAL, ''))

/** The literals that an expression may come out as. */
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

function visit(node: Node, found: string[]): void {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    for (const child of node.children as Node[]) {
      if (child.type === 'JSXText') found.push(String(child.value).replace(/&\w+;/g, '').replace(/\s+/g, ' ').trim())
      else if (child.type === 'JSXExpressionContainer') found.push(...literals(child))
    }
  }
  if (node.type === 'JSXAttribute') {
    const { name } = node.name as { name: unknown }
    const written = literals(node.value as Node | null)
    if (typeof name === 'string' && READ.test(name)) found.push(...written)
    // Names are read where they look like words, and stand in a form or a file where they don't.
    if (name === 'name') found.push(...written.filter((text) => /^\p{Lu}| /u.test(text)))
  }
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      if (typeof child === 'object' && child !== null && typeof (child as Node).type === 'string') {
        visit(child as Node, found)
      }
    }
  }
}

export function writtenTexts(source: string): string[] {
  const found: string[] = []
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node, found)
  return found.filter(isText)
}
