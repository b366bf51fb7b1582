/** The record formats of artifacts, and their packing for the transfer from the reading worker to the page. */
import { csvEvents, type EventRow, jsonEvents } from './events/event-row.ts'
import { eventPacker, eventUnpacker, type PackedEvents } from './events/packed-events.ts'
import { type EvidenceRecord, evidenceRecords } from './evidence/evidence-set.ts'
import { evidencePacker, evidenceUnpacker, type PackedEvidence } from './evidence/packed-evidence.ts'
import { lineParser } from './files/lines.ts'
import type { Grammar } from './files/parse-body.ts'
import { isEventLine } from './tracks/frame-index.ts'

export interface Format<Piece, T, Packed> extends Grammar<Piece, T> {
  /** Number of records per message, because each message costs the page some time. */
  batch: number
  makePacker(): (records: T[]) => Packed
  makeUnpacker(): (packed: Packed) => T[]
  /** Buffers that are transferred instead of copied. */
  handOver(packed: Packed): ArrayBuffer[]
}

const events = {
  batch: 5000,
  makePacker: eventPacker,
  makeUnpacker: eventUnpacker,
  handOver: ({ numbers, words }: PackedEvents) => [numbers.buffer, words.buffer],
}
const asTheyAre = () => (lines: string[]) => lines

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
