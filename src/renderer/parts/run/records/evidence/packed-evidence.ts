/** Packs evidence for the transfer from the worker to the page: all paths in one column, unpacked on access. */
import type { EvidencePoint } from '../../../../../shared/domain/evidence.ts'
import { createWordBook } from '../files/word-book.ts'
import type { EvidenceRecord } from './evidence-set.ts'

type WithoutPath<T> = T extends { path: unknown } ? Omit<T, 'path'> : T

export interface PackedEvidence {
  heads: WithoutPath<EvidenceRecord>[]
  /** The end index of each record's points. */
  ends: Uint32Array<ArrayBuffer>
  /** Time, frame, x, y and place of each point; the place as the number of a word. */
  points: Float64Array<ArrayBuffer>
  /** Words that first occur in this batch. */
  newPlaces: string[]
}

const NUMBERS = 5

const pathOf = (record: EvidenceRecord): readonly EvidencePoint[] =>
  'path' in record && Array.isArray(record.path) ? record.path : []

/** Batches must be unpacked in the order in which they were packed. */
export function evidencePacker(): (records: readonly EvidenceRecord[]) => PackedEvidence {
  const book = createWordBook()
  return (records) => {
    const ends = new Uint32Array(records.length)
    let count = 0
    for (const [i, record] of records.entries()) {
      count += pathOf(record).length
      ends[i] = count
    }
    const points = new Float64Array(count * NUMBERS)
    let at = 0
    for (const { time_s, frame_index, x, y, place } of records.flatMap(pathOf)) {
      points.set([time_s, frame_index, x, y, book.idOf(place)], at)
      at += NUMBERS
    }
    const heads = records.map((record) => {
      if (!('path' in record)) return record
      const { path, ...head } = record
      return head as WithoutPath<EvidenceRecord>
    })
    return { heads, ends, points, newPlaces: book.takeNew() }
  }
}

export function evidenceUnpacker(): (packed: PackedEvidence) => EvidenceRecord[] {
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
      const at = (this.#from + i) * NUMBERS
      const [time_s, frame_index, x, y, place] = this.#points.subarray(at, at + NUMBERS)
      return { time_s, frame_index, x, y, place: this.#book[place as number] } as EvidencePoint
    })
  }
}
