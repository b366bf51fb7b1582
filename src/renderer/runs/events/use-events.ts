/** The events of a run, from whichever of its files hold them. */
import { useMemo } from 'react'
import type { Artifact } from '../../../shared/domain/run.ts'
import type { Parser } from '../files/stream-records.ts'
import { type RecordFile, type Records, useRecordFiles } from '../files/use-records.ts'
import { csvEvents, type EventRow, jsonEvents } from './event-row.ts'

/** Beyond this the page would grow too large; the file itself has them all. */
export const EVENT_LIMIT = 500_000

/** The artifacts to read events from: tables of events where there are any, for they are small, else JSON Lines. */
export function eventArtifacts(artifacts: readonly Artifact[]): Artifact[] {
  const tables = artifacts.filter((a) => a.kind === 'csv' && /events?\.csv$/i.test(a.name))
  return tables.length > 0 ? tables : artifacts.filter((a) => a.kind === 'json')
}

/**
 * Passes on a measure block's events from the first file that has them: two sinks behind one block write the same
 * events, and each must count once.
 */
export function oncePerBlock(): (file: string, makeParser: () => Parser<EventRow>) => () => Parser<EventRow> {
  const taken = new Map<string, string>()
  return (file, makeParser) => () => {
    const parser = makeParser()
    const keep = (events: EventRow[]) =>
      events.filter(({ nodeId }) => {
        if (!taken.has(nodeId)) taken.set(nodeId, file)
        return taken.get(nodeId) === file
      })
    return { push: (chunk) => keep(parser.push(chunk)), finish: () => keep(parser.finish()) }
  }
}

export function useEvents(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): Records<EventRow> {
  const files = useMemo((): RecordFile<EventRow>[] => {
    const once = oncePerBlock()
    return eventArtifacts(artifacts).map((artifact) => ({
      url: urlOf(artifact),
      makeParser: once(artifact.id, artifact.kind === 'csv' ? csvEvents : jsonEvents),
    }))
  }, [artifacts, urlOf])
  return useRecordFiles(files, EVENT_LIMIT)
}
