/** Measures JSON of a request; other requests are answered meanwhile. */
import { measureJson } from '../../shared/domain/json-memory.ts'
import { pausing } from '../machine/pauses.ts'

/** The most memory in bytes, or null for JSON that is nested deeper than `levels`. */
export async function memoryOfLargeJson(json: Uint8Array, levels: number): Promise<number | null> {
  const pause = pausing()
  const reading = measureJson(json, levels)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (pause.isDue) await pause.take()
  }
}
