/** Measures JSON of a request; other requests are answered meanwhile. */
import { type JsonBounds, type Measured, measureJson } from '../../shared/domain/json-memory.ts'
import { pausing } from '../machine/pauses.ts'

export async function measureLargeJson(json: Uint8Array, bounds: JsonBounds): Promise<Measured> {
  const pause = pausing()
  const reading = measureJson(json, bounds)
  for (;;) {
    const { done, value } = reading.next()
    if (done) return value
    if (pause.isDue) await pause.take()
  }
}
