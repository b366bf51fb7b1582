/** The files that an inspector reads: the run's inspection files, or in older runs the files that its sinks wrote. */
import { useMemo } from 'react'
import type { Artifact, RunInspection, WorkflowRun } from '../../../../shared/domain/run.ts'

export interface RecordedFiles {
  frames: readonly Artifact[]
  events: readonly Artifact[]
}

export function recordedFiles(inspection: RunInspection | undefined, artifacts: readonly Artifact[]): RecordedFiles {
  if (inspection) {
    const { frames, events } = inspection
    return { frames: frames ? [frames] : [], events: events ? [events] : [] }
  }
  const json = artifacts.filter((a) => a.kind === 'json')
  // Tables of events are small; JSON Lines contain the frames too.
  const tables = artifacts.filter((a) => a.kind === 'csv' && /events?(-\d+)?\.csv$/i.test(a.name))
  return { frames: json, events: tables.length > 0 ? tables : json }
}

/** Returns the same object until the run's files change, so that each file is read once. */
export function useRecordedFiles({ inspection }: WorkflowRun, artifacts: readonly Artifact[]): RecordedFiles {
  const key = JSON.stringify(inspection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run is polled, but its files do not change
  return useMemo(() => recordedFiles(inspection, artifacts), [key, artifacts])
}
