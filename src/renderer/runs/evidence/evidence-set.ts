/** The evidence of a run, found by event, by line or zone, and by time. */
import type { Evidence, NearMisses } from '../../../shared/domain/evidence.ts'
import type { EventRow } from '../events/event-row.ts'
import { lineParser } from '../files/lines.ts'
import type { Parser } from '../files/stream-records.ts'
import { geometryKey } from '../overlay/run-scene.ts'

export type EvidenceRecord = ({ record: 'evidence' } & Evidence) | ({ record: 'near_misses' } & NearMisses)

/** Evidence and numbers of near misses from JSON Lines; the header and broken lines give nothing. */
export function evidenceRecords(): Parser<EvidenceRecord> {
  const lines = lineParser()
  const convert = (texts: string[]) => texts.flatMap((line) => recordOf(line) ?? [])
  return { push: (chunk) => convert(lines.push(chunk)), finish: () => convert(lines.finish()) }
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
  /** What led to an event, or what it ended: its own evidence, or that of the visit it belongs to. */
  of(event: EventRow): Evidence | null
}

export function evidenceSet(records: readonly EvidenceRecord[]): EvidenceSet {
  const all: Evidence[] = []
  const nearMisses: NearMisses[] = []
  for (const record of records) {
    if (record.record === 'near_misses') nearMisses.push(record)
    else all.push(record)
  }
  /** By place and track: few each, so that times need not be searched. */
  const counted = new Map<string, Evidence[]>()
  const key = (nodeId: string, geometry: string, trackId: number | null) =>
    `${geometryKey(nodeId, geometry)}\n${trackId}`
  for (const e of all) {
    if (!e.counted) continue
    const at = key(e.node_id, e.geometry, e.track_id)
    counted.set(at, [...(counted.get(at) ?? []), e])
  }
  return {
    all,
    nearMisses,
    of({ nodeId, geometry, trackId, timeS }) {
      const candidates = counted.get(key(nodeId, geometry, trackId)) ?? []
      const distance = (e: Evidence) =>
        e.kind === 'line'
          ? Math.abs((e.crossed_s ?? e.decided_s) - timeS)
          : Math.max(0, e.entered_s - timeS, timeS - e.left_s)
      return candidates.reduce<Evidence | null>((a, b) => (a !== null && distance(a) <= distance(b) ? a : b), null)
    },
  }
}
