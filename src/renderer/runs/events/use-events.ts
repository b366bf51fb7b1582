/** The events of a run, from whichever of its files holds them. */
import { useMemo } from 'react'
import type { Artifact } from '../../../shared/domain/run.ts'
import { type Records, useRecords } from '../files/use-records.ts'
import { csvEvents, type EventRow, jsonEvents } from './event-row.ts'

/** Beyond this the page would grow too large; the file itself has them all. */
export const EVENT_LIMIT = 500_000

/** The artifact to read events from: a CSV of events before JSON Lines, for it is smaller; null when there is none. */
export function eventsArtifact(artifacts: readonly Artifact[]): Artifact | null {
  const named = (a: Artifact) => /event/i.test(a.name)
  const of = (kind: Artifact['kind']) => artifacts.filter((a) => a.kind === kind)
  const [csv, json] = [of('csv'), of('json')]
  return csv.find(named) ?? json.find(named) ?? json[0] ?? csv[0] ?? null
}

export function useEvents(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): Records<EventRow> {
  const artifact = useMemo(() => eventsArtifact(artifacts), [artifacts])
  return useRecords(artifact && urlOf(artifact), artifact?.kind === 'csv' ? csvEvents : jsonEvents, EVENT_LIMIT)
}
