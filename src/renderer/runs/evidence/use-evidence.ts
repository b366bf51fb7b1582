/** The evidence files of a run, read as they stream in. */
import { useMemo } from 'react'
import type { Artifact } from '../../../shared/domain/run.ts'
import { useRecordFiles } from '../files/use-records.ts'
import { type EvidenceSet, evidenceRecords, evidenceSet } from './evidence-set.ts'

const EVIDENCE_LIMIT = 200_000

export interface RunEvidence extends EvidenceSet {
  /** False where the run kept none. */
  kept: boolean
  done: boolean
  error: string | null
}

export function useEvidence(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): RunEvidence {
  const files = useMemo(
    () => artifacts.filter((a) => a.kind === 'evidence').map((a) => ({ url: urlOf(a), makeParser: evidenceRecords })),
    [artifacts, urlOf],
  )
  const records = useRecordFiles(files, EVIDENCE_LIMIT)
  return useMemo(() => {
    const { done, error, items } = records
    return { ...evidenceSet(items), kept: files.length > 0, done, error }
  }, [records, files])
}
