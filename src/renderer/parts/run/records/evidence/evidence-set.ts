/** The evidence of a run, indexed by event, by line or zone, and by time. */
import type { Evidence, NearMisses } from '../../../../../shared/domain/evidence.ts'
import { type EventRow, PlaceMap } from '../events/event-row.ts'
import { type Grammar, lineParser } from '../files/parse-body.ts'

export type EvidenceRecord = ({ record: 'evidence' } & Evidence) | ({ record: 'near_misses' } & NearMisses)

/** Parses evidence and near-miss totals from JSON Lines; the header and broken lines are skipped. */
export const evidenceRecords: Grammar<string, EvidenceRecord> = {
  split: lineParser,
  makeConverter: () => (lines) => lines.flatMap((line) => recordOf(line) ?? []),
}

function recordOf(line: string): EvidenceRecord | null {
  try {
    const value = JSON.parse(line) as { record?: unknown }
    return value?.record === 'evidence' || value?.record === 'near_misses' ? (value as EvidenceRecord) : null
  } catch {
    return null
  }
}

export interface EvidenceSet {
  /** In the order of the file. */
  all: readonly Evidence[]
  nearMisses: readonly NearMisses[]
  /** Returns the evidence of an event: its own, or that of the visit that it begins or ends. */
  of(event: EventRow): Evidence | null
}

export function evidenceSet(records: readonly EvidenceRecord[]): EvidenceSet {
  const all: Evidence[] = []
  const nearMisses: NearMisses[] = []
  for (const record of records) {
    if (record.record === 'near_misses') nearMisses.push(record)
    else all.push(record)
  }
  let counted: Counted | null = null
  return {
    all,
    nearMisses,
    of({ nodeId, geometry, trackId, timeS }) {
      if (trackId === null) return null
      counted ??= countedOf(all)
      const candidates = counted.get(nodeId, geometry, '')?.get(trackId) ?? []
      const distance = (e: Evidence) =>
        e.kind === 'line'
          ? Math.abs((e.crossed_s ?? e.decided_s) - timeS)
          : Math.max(0, e.entered_s - timeS, timeS - e.left_s)
      return candidates.reduce<Evidence | null>((a, b) => (a !== null && distance(a) <= distance(b) ? a : b), null)
    },
  }
}

/** Indexed by place and track; each list is short, so times need no search. */
type Counted = PlaceMap<Map<number, Evidence[]>>

/** Built for the first event that is inspected, because the sets of partly read files are discarded. */
function countedOf(all: readonly Evidence[]): Counted {
  const counted: Counted = new PlaceMap()
  for (const e of all) {
    if (!e.counted) continue
    const tracks = counted.getOrMake(e.node_id, e.geometry, '', () => new Map<number, Evidence[]>())
    const known = tracks.get(e.track_id)
    if (known) known.push(e)
    else tracks.set(e.track_id, [e])
  }
  return counted
}
