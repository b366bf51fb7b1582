/**
 * Reads a JSON document of any length item by item: the members of its root, and the items of lists in it. No more than one
 * item is a text at a time. `JSON.parse` of each item is many times faster than a parser of tokens.
 */
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'
import { parseLargeJson } from '../../../http/large-json.ts'
import { pausing } from '../../../machine/pauses.ts'

export interface JsonItem {
  /** The member of the root object; null for items of a root list. */
  key: string | null
  /** An item of a list, or the value of a member that is no list. */
  value: unknown
}

/** Bytes of an item, and of the name of a member. */
const [MAX_ITEM, MAX_KEY] = [64 * 1024 ** 2, 64 * 1024]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (c: number) => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

/** @throws SyntaxError for a document that is not an object or a list, not JSON, or nested too deeply; RangeError for an item over 64 MB */
export async function* jsonItems(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonItem> {
  const splitter = createSplitter()
  const pause = pausing()
  for await (const part of bytes) {
    for (const { key, text } of splitter.push(part as Buffer)) {
      yield { key, value: await parseLargeJson(text, JSON.parse) }
      if (pause.isDue) await pause.take()
    }
  }
  splitter.end()
}

type ItemText = Pick<JsonItem, 'key'> & { text: string }

function createSplitter() {
  let depth = 0
  /** The depth at which items are separated: 1 for members, 2 for items of a list in a member, 1 for those of a root list. */
  let level = 1
  let root: 'list' | 'record' | null = null
  let key: string | null = null
  /** True between the comma before a key and its colon. */
  let inKey = false
  let inText = false
  let escaped = false
  let held: Uint8Array[] = []
  let heldBytes = 0
  let isOver = false

  function hold(chunk: Uint8Array, from: number, to: number): void {
    if (from >= to) return
    held.push(chunk.subarray(from, to))
    heldBytes += to - from
    if (heldBytes > (inKey ? MAX_KEY : MAX_ITEM)) throw new RangeError('An item of the document is too long.')
  }
  function take(): string {
    const text = Buffer.concat(held, heldBytes).toString('utf8').trim()
    ;[held, heldBytes] = [[], 0]
    return text
  }
  function* item(isEnd: boolean): Generator<ItemText> {
    const text = take()
    // An empty list has no item before its end; a member of an object has a value.
    if (text === '' && isEnd && (root === 'list' || level === 2)) return
    yield { key, text }
  }

  function* push(chunk: Buffer): Generator<ItemText> {
    let start = 0
    for (let i = 0; i < chunk.length; i++) {
      const c = chunk[i] as number
      if (inText) {
        if (escaped) escaped = false
        else if (c === BACKSLASH) escaped = true
        else if (c === QUOTE) inText = false
        continue
      }
      if (root === null) {
        start = i + 1
        if (isSpace(c) || c === 0xef || c === 0xbb || c === 0xbf) continue
        if (c !== OPEN_LIST && c !== OPEN_RECORD) throw new SyntaxError('The document is neither an object nor a list.')
        root = c === OPEN_LIST ? 'list' : 'record'
        inKey = root === 'record'
        depth = 1
        continue
      }
      if (isOver) {
        if (!isSpace(c)) throw new SyntaxError('Text follows the end of the document.')
        continue
      }
      if (c === QUOTE) inText = true
      else if (c === COLON && inKey && depth === 1) {
        hold(chunk, start, i)
        start = i + 1
        key = JSON.parse(take()) as string
        inKey = false
      } else if (c === OPEN_LIST || c === OPEN_RECORD) {
        const isMemberList = c === OPEN_LIST && root === 'record' && depth === 1 && isBlank(held, chunk, start, i)
        if (isMemberList) {
          ;[held, heldBytes] = [[], 0]
          start = i + 1
          level = 2
        }
        if (++depth > MAX_DEPTH) throw new SyntaxError('Values are nested too deeply.')
      } else if (c === CLOSE_LIST || c === CLOSE_RECORD) {
        depth--
        if (depth < level - 1) throw new SyntaxError('A bracket is closed that was not opened.')
        if (depth === level - 1) {
          hold(chunk, start, i)
          start = i + 1
          if (inKey) {
            if (take() !== '') throw new SyntaxError('A value is missing.')
          } else yield* item(true)
          if (level === 2) {
            level = 1
            // The comma, or the end, that follows the list.
            inKey = true
          } else isOver = true
        }
      } else if (c === COMMA && depth === level) {
        hold(chunk, start, i)
        start = i + 1
        if (inKey) {
          if (take() !== '') throw new SyntaxError('A value is missing.')
        } else yield* item(false)
        if (root === 'record' && level === 1) inKey = true
      }
    }
    if (!isOver && root !== null) hold(chunk, start, chunk.length)
  }

  return {
    push,
    end(): void {
      if (!isOver) throw new SyntaxError('The end of the document is missing.')
    },
  }
}

/** True when a value has not begun yet. */
function isBlank(held: readonly Uint8Array[], chunk: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSpace(chunk[i] as number)) return false
  return held.every((part) => part.every(isSpace))
}
