/** Packs events into columns, so that the worker transfers them to the page without copying each one. */
import { createWordBook } from '../files/word-book.ts'
import type { EventRow } from './event-row.ts'

export interface PackedEvents {
  /** Time, frame, track, dwell and occupancy of each event; NaN for a missing value. */
  numbers: Float64Array<ArrayBuffer>
  /** Type, block, place, direction and class of each event, as numbers of words. */
  words: Uint32Array<ArrayBuffer>
  /** Words that first occur in this batch. */
  newWords: string[]
}

const NUMBERS = 5
const WORDS = 5

/** Batches must be unpacked in the order in which they were packed. */
export function eventPacker(): (events: readonly EventRow[]) => PackedEvents {
  const book = createWordBook()
  return (events) => {
    const numbers = new Float64Array(events.length * NUMBERS)
    const words = new Uint32Array(events.length * WORDS)
    let [n, w] = [0, 0]
    for (const e of events) {
      numbers[n++] = e.timeS
      numbers[n++] = e.frameNumber ?? Number.NaN
      numbers[n++] = e.trackId ?? Number.NaN
      numbers[n++] = e.dwellS ?? Number.NaN
      numbers[n++] = e.occupancy ?? Number.NaN
      words[w++] = book.idOf(e.type)
      words[w++] = book.idOf(e.nodeId)
      words[w++] = book.idOf(e.geometry)
      words[w++] = book.idOf(e.direction)
      words[w++] = book.idOf(e.className)
    }
    return { numbers, words, newWords: book.takeNew() }
  }
}

export function eventUnpacker(): (packed: PackedEvents) => EventRow[] {
  const book: string[] = []
  return ({ numbers, words, newWords }) => {
    book.push(...newWords)
    const number = (i: number) => numbers[i] as number
    const orNull = (i: number) => (Number.isNaN(number(i)) ? null : number(i))
    const word = (i: number) => book[words[i] as number] as string
    const events: EventRow[] = []
    for (let n = 0, w = 0; n < numbers.length; n += NUMBERS, w += WORDS) {
      events.push({
        timeS: number(n),
        frameNumber: orNull(n + 1),
        type: word(w),
        geometry: word(w + 2),
        nodeId: word(w + 1),
        direction: word(w + 3),
        className: word(w + 4),
        trackId: orNull(n + 2),
        dwellS: orNull(n + 3),
        occupancy: orNull(n + 4),
      })
    }
    return events
  }
}
