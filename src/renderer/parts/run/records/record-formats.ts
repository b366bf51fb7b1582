/** The record formats of artifacts, and their packing for the transfer from the reading worker to the page. */
import type { EvidencePoint } from '../../../../shared/domain/evidence.ts'
import { csvEvents, type EventRow, jsonEvents } from './events/event-row.ts'
import { type EvidenceRecord, evidenceRecords } from './evidence/evidence-set.ts'
import { type Grammar, lineParser } from './files/parse-body.ts'
import { isEventLine } from './tracks/frame-index.ts'

export interface Format<Piece, T, Packed> extends Grammar<Piece, T> {
  /** Number of records per message, because each message costs the page some time. */
  batch: number
  makePacker(): (records: T[]) => Packed
  makeUnpacker(): (packed: Packed) => T[]
  /** Buffers that are transferred instead of copied. */
  handOver(packed: Packed): ArrayBuffer[]
}

/** Events in columns, so that the worker transfers them to the page without copying each one. */
interface PackedEvents {
  /** Time, frame, track, dwell and occupancy of each event; NaN for a missing value. */
  numbers: Float64Array<ArrayBuffer>
  /** Type, block, place, direction and class of each event, as numbers of words. */
  words: Uint32Array<ArrayBuffer>
  /** Words that first occur in this batch. */
  newWords: string[]
}

const EVENT_NUMBERS = 5
const EVENT_WORDS = 5

/** Batches must be unpacked in the order in which they were packed. */
function eventPacker(): (events: readonly EventRow[]) => PackedEvents {
  const book = createWordBook()
  return (events) => {
    const numbers = new Float64Array(events.length * EVENT_NUMBERS)
    const words = new Uint32Array(events.length * EVENT_WORDS)
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

function eventUnpacker(): (packed: PackedEvents) => EventRow[] {
  const book: string[] = []
  return ({ numbers, words, newWords }) => {
    book.push(...newWords)
    const number = (i: number) => numbers[i] as number
    const orNull = (i: number) => (Number.isNaN(number(i)) ? null : number(i))
    const word = (i: number) => book[words[i] as number] as string
    const events: EventRow[] = []
    for (let n = 0, w = 0; n < numbers.length; n += EVENT_NUMBERS, w += EVENT_WORDS) {
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

const events = {
  batch: 5000,
  makePacker: eventPacker,
  makeUnpacker: eventUnpacker,
  handOver: ({ numbers, words }: PackedEvents) => [numbers.buffer, words.buffer],
}
const asTheyAre = () => (lines: string[]) => lines

type WithoutPath<T> = T extends { path: unknown } ? Omit<T, 'path'> : T

/** Evidence in the form that the worker transfers: all paths in one column, unpacked on access. */
interface PackedEvidence {
  heads: WithoutPath<EvidenceRecord>[]
  /** The end index of each record's points. */
  ends: Uint32Array<ArrayBuffer>
  /** Time, frame, x, y and place of each point; the place as the number of a word. */
  points: Float64Array<ArrayBuffer>
  /** Words that first occur in this batch. */
  newPlaces: string[]
}

const POINT_NUMBERS = 5

const pathOf = (record: EvidenceRecord): readonly EvidencePoint[] =>
  'path' in record && Array.isArray(record.path) ? record.path : []

/** Batches must be unpacked in the order in which they were packed. */
function evidencePacker(): (records: readonly EvidenceRecord[]) => PackedEvidence {
  const book = createWordBook()
  return (records) => {
    const ends = new Uint32Array(records.length)
    let count = 0
    for (const [i, record] of records.entries()) {
      count += pathOf(record).length
      ends[i] = count
    }
    const points = new Float64Array(count * POINT_NUMBERS)
    let at = 0
    for (const { time_s, frame_index, x, y, place } of records.flatMap(pathOf)) {
      points.set([time_s, frame_index, x, y, book.idOf(place)], at)
      at += POINT_NUMBERS
    }
    const heads = records.map((record) => {
      if (!('path' in record)) return record
      const { path, ...head } = record
      return head as WithoutPath<EvidenceRecord>
    })
    return { heads, ends, points, newPlaces: book.takeNew() }
  }
}

function evidenceUnpacker(): (packed: PackedEvidence) => EvidenceRecord[] {
  const book: string[] = []
  return ({ heads, ends, points, newPlaces }) => {
    book.push(...newPlaces)
    return heads.map((head, i) =>
      head.record === 'near_misses'
        ? head
        : (new Unpacked(head, points, book, ends[i - 1] ?? 0, ends[i] as number) as unknown as EvidenceRecord),
    )
  }
}

class Unpacked {
  readonly #points: Float64Array
  readonly #book: readonly string[]
  readonly #from: number
  readonly #to: number

  constructor(head: object, points: Float64Array, book: readonly string[], from: number, to: number) {
    Object.assign(this, head)
    this.#points = points
    this.#book = book
    this.#from = from
    this.#to = to
  }

  /** Unpacked on each access, because only a few of very many paths are inspected. */
  get path(): EvidencePoint[] {
    return Array.from({ length: this.#to - this.#from }, (_, i) => {
      const at = (this.#from + i) * POINT_NUMBERS
      const [time_s, frame_index, x, y, place] = this.#points.subarray(at, at + POINT_NUMBERS)
      return { time_s, frame_index, x, y, place: this.#book[place as number] } as EvidencePoint
    })
  }
}

export const FORMATS = {
  csvEvents: { ...events, ...csvEvents } satisfies Format<string[], EventRow, PackedEvents>,
  jsonEvents: { ...events, ...jsonEvents } satisfies Format<string, EventRow, PackedEvents>,
  evidence: {
    ...evidenceRecords,
    batch: 200,
    makePacker: evidencePacker,
    makeUnpacker: evidenceUnpacker,
    handOver: ({ ends, points }) => [ends.buffer, points.buffer],
  } satisfies Format<string, EvidenceRecord, PackedEvidence>,
  /** Lines of a JSON Lines result, without its events. */
  frames: {
    split: lineParser,
    makeConverter: () => (lines) => lines.filter((line) => !isEventLine(line)),
    batch: 1,
    makePacker: asTheyAre,
    makeUnpacker: asTheyAre,
    handOver: () => [],
  } satisfies Format<string, string, string[]>,
}

export type FormatName = keyof typeof FORMATS
export type RecordOf<F extends FormatName> = ReturnType<ReturnType<(typeof FORMATS)[F]['makeConverter']>>[number]

/** Numbers words for the transfer from the worker to the page, because few distinct words repeat in many records. */

interface WordBook {
  idOf(word: string): number
  /** Returns the words added since the last call, in the order of their numbers. */
  takeNew(): string[]
}

function createWordBook(): WordBook {
  const ids = new Map<string, number>()
  let fresh: string[] = []
  return {
    idOf(word) {
      const known = ids.get(word)
      if (known !== undefined) return known
      fresh.push(word)
      ids.set(word, ids.size)
      return ids.size - 1
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
