/** Measures JSON before it is parsed: its nesting depth, before any recursive code reads it, and the memory of its values. */

import { pausing } from '../machine/pauses.ts'
import { COLON, COMMA, endOfText, isClosing, isOpening, QUOTE } from './json-scan.ts'

/** Characters that are read in a millisecond or less. */
const STEP = 128 * 1024

/**
 * Bytes on the heap of V8, as measured for the most expensive JSON: lists in lists (55 bytes for each), empty objects (64),
 * objects with a number as their only name (208), objects of which no two have the same names (190). Annotations take a
 * quarter of what these add up to.
 */
const OBJECT = 64
const MEMBER = 96
const ITEM = 16
/** A text in the alphabets that need two bytes; it is in memory beside its values. */
const CHARACTER = 2

/**
 * The most memory that the text takes with its values, in bytes; null for one that is nested deeper than `levels`. One pass
 * over the text, which need not be valid.
 */
export function memoryOfJson(json: string, levels: number): number | null {
  const reading = read(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The same; other requests are answered meanwhile. */
export async function memoryOfLargeJson(json: string, levels: number): Promise<number | null> {
  if (json.length <= STEP) return memoryOfJson(json, levels)
  const pause = pausing()
  const reading = read(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (pause.isDue) await pause.take()
  }
}

/** Yields after each step. */
function* read(json: string, levels: number): Generator<undefined, number | null> {
  let memory = CHARACTER * json.length
  let depth = 0
  let stepEnd = STEP
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (c === QUOTE) i = endOfText(json, i)
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
