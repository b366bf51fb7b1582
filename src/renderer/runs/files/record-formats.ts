/** What artifacts are read as, and how that crosses from the worker that reads them to the page. */
import { csvEvents, type EventRow, jsonEvents } from '../events/event-row.ts'
import { eventPacker, eventUnpacker, type PackedEvents } from '../events/packed-events.ts'
import { type EvidenceRecord, evidenceRecords } from '../evidence/evidence-set.ts'
import { evidencePacker, evidenceUnpacker, type PackedEvidence } from '../evidence/packed-evidence.ts'
import { isEventLine } from '../tracks/frame-index.ts'
import { lineParser } from './lines.ts'
import type { Parser } from './parse-body.ts'

export interface Format<T, Packed> {
  makeParser(): Parser<T>
  /** Records that wait to cross together: each crossing costs the page a little. */
  batch: number
  makePacker(): (records: T[]) => Packed
  makeUnpacker(): (packed: Packed) => T[]
  /** What is handed over instead of copied. */
  handOver(packed: Packed): ArrayBuffer[]
}

const events = {
  batch: 2000,
  makePacker: eventPacker,
  makeUnpacker: eventUnpacker,
  handOver: ({ numbers, words }: PackedEvents) => [numbers.buffer, words.buffer],
}
const asTheyAre = () => (lines: string[]) => lines

/** Lines of a JSON Lines result, without its events. */
function frameLines(): Parser<string> {
  const lines = lineParser()
  const keep = (all: string[]) => all.filter((line) => !isEventLine(line))
  return { push: (chunk) => keep(lines.push(chunk)), finish: () => keep(lines.finish()) }
}

export const FORMATS = {
  csvEvents: { ...events, makeParser: csvEvents } satisfies Format<EventRow, PackedEvents>,
  jsonEvents: { ...events, makeParser: jsonEvents } satisfies Format<EventRow, PackedEvents>,
  evidence: {
    makeParser: evidenceRecords,
    batch: 200,
    makePacker: evidencePacker,
    makeUnpacker: evidenceUnpacker,
    handOver: ({ ends, points }) => [ends.buffer, points.buffer],
  } satisfies Format<EvidenceRecord, PackedEvidence>,
  frames: {
    makeParser: frameLines,
    batch: 1,
    makePacker: asTheyAre,
    makeUnpacker: asTheyAre,
    handOver: () => [],
  } satisfies Format<string, string[]>,
}

export type FormatName = keyof typeof FORMATS
export type RecordOf<F extends FormatName> = ReturnType<ReturnType<(typeof FORMATS)[F]['makeParser']>['push']>[number]
