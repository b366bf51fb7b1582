import type { Evidence, NearMisses } from '../../shared/domain/evidence.ts'
import type { NodeContext, RunFiles } from '../nodes/executor.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

export interface EvidenceFileState {
  name: string
  records: number
  file: TextFileState
}

/** Formats a record of evidence, or of the near misses at the end, as a line of the file. */
export const evidenceLine = (one: Evidence): string => `${JSON.stringify({ record: 'evidence', ...one })}\n`
export const nearMissLine = (one: NearMisses): string => `${JSON.stringify({ record: 'near_misses', ...one })}\n`
export const evidenceHeader = (header: object): string =>
  `${JSON.stringify({ record: 'header', format: 'sightline-evidence', version: 1, ...header })}\n`

/**
 * JSON Lines of one measure block: a `header` record, an `evidence` record for each count and near miss in the order in
 * which they were decided, and a `near_misses` record for each line or zone and reason at the end.
 */
export async function createEvidenceFile(
  { node, output, header }: Pick<NodeContext<'measure'>, 'node'> & Pick<RunFiles, 'output' | 'header'>,
  saved: EvidenceFileState | null,
) {
  const { name, path } = saved ? output.claim(saved.name) : output.reserve('evidence', '.jsonl')
  const file = await createTextFile(path, saved?.file)
  let records = saved?.records ?? 0
  if (!saved) await file.write(evidenceHeader(header))
  return {
    /** Returns undefined when there is nothing to wait for. */
    write(evidence: readonly Evidence[]): Promise<void> | undefined {
      records += evidence.length
      return file.write(evidence.map(evidenceLine).join(''))
    },
    async save(): Promise<EvidenceFileState> {
      const now = records
      return { name, records: now, file: await file.save() }
    },
    async finish(nearMisses: readonly NearMisses[]): Promise<void> {
      await file.write(nearMisses.map(nearMissLine).join(''))
      await file.finish()
      const nodeId = node.id
      output.add({ name, kind: 'evidence', nodeId, mediaType: 'application/x-ndjson', records })
    },
    close: () => file.close(),
  }
}
