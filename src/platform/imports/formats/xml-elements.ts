/** Reads the elements of given names from an XML document of any length. A document type is refused: it can define entities. */
import { SaxesParser } from 'saxes'
import { MAX_DEPTH } from '../../../shared/domain/limits.ts'
import { pausing } from '../../machine/pauses.ts'

export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** Without that of its children. */
  text: string
}

/** Elements inside one that is read as a whole. */
const MAX_ELEMENTS = 2_000_000

/** @throws SyntaxError for a document that is not well formed, or has a document type */
export async function* xmlElements(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let [depth, elements] = [0, 0]
  let done: XmlElement[] = []
  const fail = (problem: string) => {
    throw new SyntaxError(problem)
  }
  parser.on('error', (error) => fail(error.message))
  parser.on('doctype', () => fail('A document type is not allowed.'))
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) fail('Elements are nested too deeply.')
    if (open.length === 0 && !wanted.has(name)) return
    if (++elements > MAX_ELEMENTS) fail('An element has too many others inside.')
    const element: XmlElement = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    depth--
    const element = open.pop()
    if (!element || open.length > 0) return
    done.push(element)
    elements = 0
  })
  const decoder = new TextDecoder()
  const pause = pausing()
  for await (const part of bytes) {
    for (let from = 0; from < part.length; from += STEP) {
      parser.write(decoder.decode(part.subarray(from, from + STEP), { stream: true }))
      if (pause.isDue) await pause.take()
    }
    const ready = done
    done = []
    yield* ready
  }
  parser.write(decoder.decode())
  parser.close()
  yield* done
}

const STEP = 64 * 1024

export const childText = ({ children }: XmlElement, name: string): string | null =>
  children.find((child) => child.name === name)?.text.trim() ?? null

/** Null for a missing text, and for one that is no number. */
export function numberOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text.trim() === '') return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
