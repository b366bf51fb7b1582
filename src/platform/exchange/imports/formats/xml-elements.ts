/** Reads the elements of given names from an XML document of any length. A document type is refused: it can define entities. */
import { SaxesParser } from 'saxes'
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'
import { pausing } from '../../../machine/pauses.ts'

export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** Without that of its children. */
  text: string
  /** The container that the element is in; null for one that is in none. */
  container: XmlElement | null
}

/** Elements inside one that is read as a whole. */
const MAX_ELEMENTS = 1_000_000
const MAX_ATTRIBUTES = 1000
/** Bytes between two tags, or of a tag with its attributes; the runs of a mask are some hundred thousand. */
const MAX_TOKEN = 16 * 1024 ** 2
/** Bytes of an element that is read as a whole. */
const MAX_ELEMENT = 64 * 1024 ** 2

/**
 * Returns the wanted elements with all that is in them. A container, of which a document can have one of any length, is returned
 * by itself where it begins, and then each of its children.
 * @throws SyntaxError, with the line, for a document that is not well formed, has a document type, or has a value that is too large
 */
export async function* xmlElements(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<string>,
  containers: ReadonlySet<string> = new Set(),
): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser()
  const open: XmlElement[] = []
  let container: { element: XmlElement; depth: number } | null = null
  let [depth, elements, attributes] = [0, 0, 0]
  let [tokenBytes, elementBytes] = [0, 0]
  let done: XmlElement[] = []
  const fail = (problem: string) => {
    throw new SyntaxError(`Line ${parser.line}: ${problem}`)
  }
  // The parser begins its messages with the line and the column.
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')))
  parser.on('doctype', () => fail('A document type is not allowed.'))
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) fail('An element has too many attributes.')
  })
  parser.on('opentag', (tag) => {
    ;[tokenBytes, attributes] = [0, 0]
    if (++depth > MAX_DEPTH) fail('Elements are nested too deeply.')
    const { name, attributes: given } = tag
    const element: XmlElement = {
      name,
      attributes: given,
      children: [],
      text: '',
      container: container?.element ?? null,
    }
    if (!container && open.length === 0 && containers.has(name)) {
      container = { element, depth }
      done.push(element)
      return
    }
    if (open.length === 0 && !container && !wanted.has(name)) return
    if (open.length === 0) elementBytes = 0
    if (++elements > MAX_ELEMENTS) fail('An element has too many others inside.')
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    tokenBytes = 0
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    tokenBytes = 0
    if (container?.depth === depth) container = null
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
      const piece = part.subarray(from, from + STEP)
      parser.write(decoder.decode(piece, { stream: true }))
      tokenBytes += piece.length
      elementBytes += piece.length
      if (tokenBytes > MAX_TOKEN) fail('A text or a tag is too long.')
      if (open.length > 0 && elementBytes > MAX_ELEMENT) fail('An element is too long.')
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
