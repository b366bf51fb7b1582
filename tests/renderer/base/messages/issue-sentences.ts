/** Extracts from the sources every sentence of an issue: its code, and its text with placeholders. */
import { parseAst } from 'vite'

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

export interface IssueSentence {
  code: string
  sentence: string
}

/** Placeholder for a value that is known only at run time. */
const PLACE = 'X'

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((part) => [part].flat().filter(isNode))
const all = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(all)]
const nameOf = (node: unknown): string | undefined => (node as { name?: string } | null)?.name

/** Returns each text that an expression can evaluate to; an identifier is resolved to its last previous declaration. */
function wordings(node: Node, file: readonly Node[], depth = 0): string[] {
  if (depth > 6) return [PLACE]
  const again = (part: unknown) => wordings(part as Node, file, depth + 1)
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [PLACE]
    case 'ConditionalExpression':
      return [...again(node.consequent), ...again(node.alternate)]
    case 'TemplateLiteral': {
      const quasis = node.quasis as { value: { cooked: string } }[]
      const filled = (node.expressions as Node[]).map(again)
      return quasis.reduce<string[]>(
        (begun, { value }, i) =>
          begun.flatMap((text) => (filled[i] ?? ['']).map((part) => `${text}${value.cooked}${part}`)),
        [''],
      )
    }
    case 'Identifier': {
      const given = file
        .filter((n) => n.type === 'VariableDeclarator' && nameOf(n.id) === node.name && isNode(n.init))
        .findLast((n) => n.start < node.start)
      return given ? again(given.init) : [PLACE]
    }
    case 'CallExpression': {
      const called = file.find((n) => n.type === 'FunctionDeclaration' && nameOf(n.id) === nameOf(node.callee))
      const returned = called ? all(called).filter((n) => n.type === 'ReturnStatement' && isNode(n.argument)) : []
      return returned.length === 0 ? [PLACE] : returned.flatMap((n) => again(n.argument))
    }
    default:
      return [PLACE]
  }
}

/** Finds calls with a code and a message, such as `issue`, and objects with both. */
export function issueSentences(source: string): IssueSentence[] {
  const file = all(parseAst(source, { lang: 'ts' }) as unknown as Node)
  const said: [Node, Node][] = []
  for (const node of file) {
    if (node.type === 'CallExpression') {
      const [code, message] = node.arguments as Node[]
      if (code && message) said.push([code, message])
    }
    if (node.type === 'ObjectExpression') {
      const of = (key: string) =>
        (node.properties as Node[]).find((p) => p.type === 'Property' && nameOf(p.key) === key)?.value as
          | Node
          | undefined
      const [code, message] = [of('code'), of('message')]
      if (code && message) said.push([code, message])
    }
  }
  const sentences = said.flatMap(([code, message]) =>
    wordings(code, file).flatMap((c) => wordings(message, file).map((sentence) => ({ code: c, sentence }))),
  )
  return sentences.filter(({ code, sentence }) => /^\w+\.\w+$/.test(code) && /\p{L}{2}/u.test(sentence))
}
