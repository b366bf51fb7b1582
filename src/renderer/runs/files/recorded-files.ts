/** The files that an inspector reads: what every run keeps for it, and of older runs what their sinks wrote. */
import { useMemo } from 'react'
import type { Artifact, RunInspection, WorkflowRun } from '../../../shared/domain/run.ts'

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
  // Tables of events are small; JSON Lines hold the frames too.
  const tables = artifacts.filter((a) => a.kind === 'csv' && /events?(-\d+)?\.csv$/i.test(a.name))
  return { frames: json, events: tables.length > 0 ? tables : json }
}

/** The same object until a run's files are others: whoever reads them reads them once. */
export function useRecordedFiles({ inspection }: WorkflowRun, artifacts: readonly Artifact[]): RecordedFiles {
  const key = JSON.stringify(inspection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs are read again and again, their files stay
  return useMemo(() => recordedFiles(inspection, artifacts), [key, artifacts])
}
