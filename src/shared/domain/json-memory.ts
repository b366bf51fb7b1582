/**
 * Measures JSON before it is parsed: its nesting depth, before any recursive code reads it, the memory of its values, and the
 * lengths of its lists.
 */
import { BACKSLASH, COLON, COMMA, isClosing, isOpening, LIST, QUOTE } from './json-scan.ts'

/** Bytes that are read in a millisecond or less. */
const STEP = 128 * 1024

/**
 * Bytes on the heap of V8, as measured for the most expensive JSON: lists in lists (55 bytes for each), empty objects (64),
 * objects with a number as their only name (208), objects of which no two have the same names (190). Annotations take a
 * quarter of what these add up to.
 */
const OBJECT = 64
const MEMBER = 96
const ITEM = 16
/** The text is in memory beside its values, with two bytes for each character when one of them is not in Latin-1. */
const BYTE = 2

export interface JsonBounds {
  /** Lists and objects may be nested so deep. */
  levels: number
  /** Items that a list may have, by its depth from 0; endless where none is given. */
  items?: readonly number[]
}

/** A list with more items than allowed, with the names and indices that lead to it. */
export interface LongList {
  path: readonly (string | number)[]
}

export type Measured = { memory: number } | 'too_deep' | LongList

/**
 * The most memory that the text takes with its values, in bytes, or what exceeds the bounds. One pass over its UTF-8, which need
 * not be valid.
 */
export function memoryOfJson(json: Uint8Array, bounds: JsonBounds): Measured {
  const reading = measureJson(json, bounds)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The same; yields whenever it has read for a millisecond. */
export function* measureJson(json: Uint8Array, { levels, items = [] }: JsonBounds): Generator<undefined, Measured> {
  let memory = BYTE * json.length
  let depth = 0
  let isInText = false
  let stepEnd = STEP
  let text = 0
  // By depth, from 1: the kind, the commas so far, and the name of the member that is open.
  const [isList, commas, names] = [new Uint8Array(levels + 1), new Int32Array(levels + 1), new Int32Array(levels + 1)]
  const most = Float64Array.from(commas, (_, at) => items[at - 1] ?? Number.POSITIVE_INFINITY)
  for (let i = 0; i < json.length; i++) {
    const c = json[i] as number
    if (isInText) {
      if (c === BACKSLASH) i++
      else if (c === QUOTE) isInText = false
    } else if (c === QUOTE) {
      isInText = true
      text = i
    } else if (isOpening(c)) {
      if (++depth > levels) return 'too_deep'
      isList[depth] = c === LIST ? 1 : 0
      commas[depth] = 0
      memory += OBJECT
    } else if (isClosing(c)) depth--
    else if (c === COMMA) {
      memory += ITEM
      const count = (commas[depth] as number) + 1
      commas[depth] = count
      if (isList[depth] === 1 && count >= (most[depth] as number)) {
        const part = (_: unknown, at: number) =>
          isList[at + 1] ? (commas[at + 1] as number) : nameAt(json, names[at + 1])
        return { path: Array.from({ length: depth - 1 }, part) }
      }
    } else if (c === COLON) {
      memory += MEMBER
      names[depth] = text
    }
    if (i < stepEnd) continue
    stepEnd = i + STEP
    yield
  }
  return { memory }
}

/** Bytes of a name that is read for an error: those of declared fields are shorter. */
const LONGEST_NAME = 200

/** The text whose first quote is at `start`; '' for one that is too long or no text. */
function nameAt(json: Uint8Array, start = 0): string {
  let end = start + 1
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1
  if (end - start > LONGEST_NAME) return ''
  const encoded = Array.from(json.subarray(start, end + 1), (byte) => `%${byte.toString(16).padStart(2, '0')}`)
  try {
    return JSON.parse(decodeURIComponent(encoded.join('')))
  } catch {
    return ''
  }
}
