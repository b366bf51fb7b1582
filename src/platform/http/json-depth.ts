/** Measures the nesting depth of JSON before any recursive code reads it. */

import { pausing } from '../machine/pauses.ts'
import { endOfText, isClosing, isOpening, QUOTE } from './json-scan.ts'

/** Characters that are read in a millisecond or less. */
const STEP = 128 * 1024

/** One pass over the text, which need not be valid. */
export function isDeeperThan(json: string, levels: number): boolean {
  const reading = read(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
  }
}

/** The same; other requests are answered meanwhile. */
export async function isLargeDeeperThan(json: string, levels: number): Promise<boolean> {
  if (json.length <= STEP) return isDeeperThan(json, levels)
  const pause = pausing()
  const reading = read(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (pause.isDue) await pause.take()
  }
}

/** Yields after each step. */
function* read(json: string, levels: number): Generator<undefined, boolean> {
  let depth = 0
  let stepEnd = STEP
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (c === QUOTE) i = endOfText(json, i)
    else if (isOpening(c)) {
      if (++depth > levels) return true
    } else if (isClosing(c)) depth--
    if (i < stepEnd) continue
    stepEnd = i + STEP
    yield
  }
  return false
}
