/** Measures JSON before it is parsed: its nesting depth, before any recursive code reads it, and the memory of its values. */
import { BACKSLASH, COLON, COMMA, isClosing, isOpening, QUOTE } from './json-scan.ts'

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

/**
 * The most memory that the text takes with its values, in bytes; null for one that is nested deeper than `levels`. One pass
 * over its UTF-8, which need not be valid.
 */
export function memoryOfJson(json: Uint8Array, levels: number): number | null {
  const reading = measureJson(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The same; yields whenever it has read for a millisecond. */
export function* measureJson(json: Uint8Array, levels: number): Generator<undefined, number | null> {
  let memory = BYTE * json.length
  let depth = 0
  let isInText = false
  let stepEnd = STEP
  for (let i = 0; i < json.length; i++) {
    const c = json[i] as number
    if (isInText) {
      if (c === BACKSLASH) i++
      else if (c === QUOTE) isInText = false
    } else if (c === QUOTE) isInText = true
    else if (isOpening(c)) {
      if (++depth > levels) return null
      memory += OBJECT
    } else if (isClosing(c)) depth--
    else if (c === COMMA) memory += ITEM
    else if (c === COLON) memory += MEMBER
    if (i < stepEnd) continue
    stepEnd = i + STEP
    yield
  }
  return memory
}
