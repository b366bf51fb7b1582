/**
 * Reads a JSON document of any length item by item: the members of its root, and the items of lists in it. No more than one
 * item is a text at a time. `JSON.parse` of each item is many times faster than a parser of tokens.
 */
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'
import { parseLargeJson } from '../../../http/large-json.ts'
import { pausing } from '../../../machine/pauses.ts'
import { asJson } from './foreign-json.ts'

export interface JsonItem {
  /** The member of the root object; null for items of a root list. */
  key: string | null
  /** An item of a list, or the value of a member that is no list. */
  value: unknown
}

/** Bytes of an item, and of the name of a member. */
const [MAX_ITEM, MAX_KEY] = [64 * 1024 ** 2, 64 * 1024]
const [QUOTE, BACKSLASH, COMMA, COLON, LINE_FEED] = [0x22, 0x5c, 0x2c, 0x3a, 0x0a]
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d]
const [ZERO, NINE, POINT, NAN, INFINITY] = [0x30, 0x39, 0x2e, 0x4e, 0x49]
/** The most digits of an integer that a number is sure to hold, and a count that no number of them reaches. */
const [SAFE_DIGITS, NOT_COUNTED] = [15, -(2 ** 30)]
const isSpace = (c: number) => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09
const isOfByteOrderMark = (c: number) => c === 0xef || c === 0xbb || c === 0xbf

/**
 * Integers beyond 2^53 are texts. `onNotJson` is called once when the document has the NaN or Infinity of Python.
 * @throws SyntaxError, with the line, for a document that is not an object or a list, not JSON, or nested too deeply; RangeError for an
 * item over 64 MB
 */
export async function* jsonItems(
  bytes: AsyncIterable<Uint8Array>,
  onNotJson: () => void = () => undefined,
): AsyncGenerator<JsonItem> {
  const splitter = new ItemSplitter()
  const pause = pausing()
  let isJson = true
  function noteOnce(): void {
    if (isJson) onNotJson()
    isJson = false
  }
  const parseForeign = (piece: string): unknown => JSON.parse(asJson(piece, noteOnce))
  try {
    for await (const part of bytes) {
      for (const { key, text, isForeign } of splitter.push(part)) {
        yield { key, value: await parseLargeJson(text, isForeign ? parseForeign : JSON.parse) }
        if (pause.isDue) await pause.take()
      }
    }
    splitter.end()
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`Line ${splitter.line}: ${error.message}`) : error
  }
}

interface ItemText {
  key: string | null
  text: string
  /** True when a number of it may not be one that JSON or a number can hold. */
  isForeign: boolean
}

/** Cuts a document, which comes in chunks, into the texts of its items. */
class ItemSplitter {
  #depth = 0
  /** The depth at which items are separated: 1 for members, 2 for items of a list in a member, 1 for those of a root list. */
  #level = 1
  #root: 'list' | 'record' | null = null
  #key: string | null = null
  /** True between the comma before a key and its colon. */
  #inKey = false
  #inText = false
  #escaped = false
  #isOver = false
  #chunk: Uint8Array = new Uint8Array()
  /** Where the text that is not held yet begins in the chunk. */
  #start = 0
  #held: Uint8Array[] = []
  #heldBytes = 0
  /** Digits of the number so far, without those behind its point. */
  #digits = 0
  #isForeign = false
  #line = 1

  /** The line that was read last, from 1: a fault is on it, or in the item that ends there. */
  get line(): number {
    return this.#line
  }

  end(): void {
    if (!this.#isOver) throw new SyntaxError('The end of the document is missing.')
  }

  *push(chunk: Uint8Array): Generator<ItemText> {
    this.#chunk = chunk
    this.#start = 0
    for (let at = 0; at < chunk.length; at++) {
      const c = chunk[at] as number
      if (c === LINE_FEED) this.#line++
      if (this.#inText) this.#readText(c)
      else if (this.#root === null) this.#readRoot(c, at)
      else if (this.#isOver) refuseAfterEnd(c)
      else {
        const item = this.#read(c, at)
        if (item !== null) yield item
      }
    }
    if (!this.#isOver && this.#root !== null) this.#holdUntil(chunk.length)
  }

  #readText(c: number): void {
    if (this.#escaped) this.#escaped = false
    else if (c === BACKSLASH) this.#escaped = true
    else if (c === QUOTE) this.#inText = false
  }

  #readRoot(c: number, at: number): void {
    this.#start = at + 1
    if (isSpace(c) || isOfByteOrderMark(c)) return
    if (c !== OPEN_LIST && c !== OPEN_RECORD) throw new SyntaxError('The document is neither an object nor a list.')
    this.#root = c === OPEN_LIST ? 'list' : 'record'
    this.#inKey = this.#root === 'record'
    this.#depth = 1
  }

  /** Reads a byte outside of texts; returns the item that ends before it. */
  #read(c: number, at: number): ItemText | null {
    if (c >= ZERO && c <= NINE) {
      if (++this.#digits > SAFE_DIGITS) this.#isForeign = true
      return null
    }
    this.#digits = c === POINT ? NOT_COUNTED : 0
    switch (c) {
      case NAN:
      case INFINITY:
        this.#isForeign = true
        return null
      case QUOTE:
        this.#inText = true
        return null
      case COLON:
        this.#readColon(at)
        return null
      case OPEN_LIST:
      case OPEN_RECORD:
        this.#readOpening(c, at)
        return null
      case CLOSE_LIST:
      case CLOSE_RECORD:
        return this.#readClosing(at)
      case COMMA:
        return this.#readComma(at)
      default:
        return null
    }
  }

  #readColon(at: number): void {
    if (!this.#inKey || this.#depth !== 1) return
    this.#holdUntil(at)
    this.#key = JSON.parse(this.#take()) as string
    this.#inKey = false
  }

  #readOpening(c: number, at: number): void {
    if (c === OPEN_LIST && this.#root === 'record' && this.#depth === 1 && this.#isBlankUntil(at)) {
      this.#forget()
      this.#start = at + 1
      this.#level = 2
    }
    if (++this.#depth > MAX_DEPTH) throw new SyntaxError('Values are nested too deeply.')
  }

  #readClosing(at: number): ItemText | null {
    this.#depth--
    if (this.#depth < this.#level - 1) throw new SyntaxError('A bracket is closed that was not opened.')
    if (this.#depth >= this.#level) return null
    const item = this.#itemUntil(at, 'bracket')
    if (this.#level === 2) {
      this.#level = 1
      // The comma, or the end, that follows the list.
      this.#inKey = true
    } else this.#isOver = true
    return item
  }

  #readComma(at: number): ItemText | null {
    if (this.#depth !== this.#level) return null
    const item = this.#itemUntil(at, 'comma')
    if (this.#root === 'record' && this.#level === 1) this.#inKey = true
    return item
  }

  /** Returns the item that ends before this separator; null when no item ends there. */
  #itemUntil(end: number, separator: 'comma' | 'bracket'): ItemText | null {
    this.#holdUntil(end)
    const isForeign = this.#isForeign
    const text = this.#take()
    if (this.#inKey) {
      if (text !== '') throw new SyntaxError('A value is missing.')
      return null
    }
    // An empty list has no item before its end; a member of an object has a value.
    const isEmptyList = text === '' && separator === 'bracket' && (this.#root === 'list' || this.#level === 2)
    return isEmptyList ? null : { key: this.#key, text, isForeign }
  }

  /** Holds the text before a separator; the next text begins after it. */
  #holdUntil(end: number): void {
    if (this.#start < end) {
      this.#held.push(this.#chunk.subarray(this.#start, end))
      this.#heldBytes += end - this.#start
      if (this.#heldBytes > (this.#inKey ? MAX_KEY : MAX_ITEM)) {
        throw new RangeError('An item of the document is too long.')
      }
    }
    this.#start = end + 1
  }

  #take(): string {
    const text = Buffer.concat(this.#held, this.#heldBytes).toString('utf8').trim()
    this.#forget()
    return text
  }

  #forget(): void {
    this.#held = []
    this.#heldBytes = 0
    this.#isForeign = false
  }

  /** True when a value has not begun yet. */
  #isBlankUntil(end: number): boolean {
    for (let at = this.#start; at < end; at++) if (!isSpace(this.#chunk[at] as number)) return false
    return this.#held.every((part) => part.every(isSpace))
  }
}

function refuseAfterEnd(c: number): void {
  if (!isSpace(c)) throw new SyntaxError('Text follows the end of the document.')
}
