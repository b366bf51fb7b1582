/** The evidence files of a run, streamed. */
import { useMemo } from 'react'
import type { Artifact } from '../../../../shared/domain/run.ts'
import { type EvidenceRecord, type EvidenceSet, evidenceSet } from './evidence/evidence-set.ts'
import { readRecords } from './read-records.ts'
import { type RecordReader, useRecordReaders } from './use-records.ts'

const EVIDENCE_LIMIT = 200_000

export interface RunEvidence extends EvidenceSet {
  /** False when the run kept no evidence. */
  kept: boolean
  done: boolean
  error: string | null
}

export function useEvidence(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): RunEvidence {
  const readers = useMemo(
    (): RecordReader<EvidenceRecord>[] =>
      artifacts
        .filter((a) => a.kind === 'evidence')
        .map((a) => (options) => readRecords(urlOf(a), 'evidence', options)),
    [artifacts, urlOf],
  )
  const records = useRecordReaders(readers, EVIDENCE_LIMIT)
  return useMemo(() => {
    const { done, error, items } = records
    return { ...evidenceSet(items), kept: readers.length > 0, done, error }
  }, [records, readers])
}
