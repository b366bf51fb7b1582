/** The events of a run, read from the files that contain them. */
import { useMemo } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import type { EventRow } from './events/event-row.ts'
import { readRecords } from './read-records.ts'
import { type RecordReader, type Records, useRecordReaders } from './use-records.ts'

/** A higher limit would need too much memory; the file itself contains all events. */
export const EVENT_LIMIT = 500_000

/**
 * Passes on a measure block's events from the first file that contains them: two sinks behind one block write the same
 * events, and each event must count once.
 */
export function oncePerBlock(): (file: string) => (events: EventRow[]) => EventRow[] {
  const taken = new Map<string, string>()
  return (file) => (events) =>
    events.filter(({ nodeId }) => {
      if (!taken.has(nodeId)) taken.set(nodeId, file)
      return taken.get(nodeId) === file
    })
}

export function useEvents(files: readonly Artifact[], urlOf: (artifact: Artifact) => string): Records<EventRow> {
  const readers = useMemo((): RecordReader<EventRow>[] => {
    const once = oncePerBlock()
    return files.map((artifact) => {
      const format = artifact.kind === 'csv' ? 'csvEvents' : 'jsonEvents'
      return (options) => readRecords(urlOf(artifact), format, { ...options, keep: once(artifact.id) })
    })
  }, [files, urlOf])
  return useRecordReaders(readers, EVENT_LIMIT)
}
