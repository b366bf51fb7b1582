import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { InferencePool, PooledEmbedding } from '../inference/pool.ts'
import type { Plan } from './plan.ts'
import { asRunFailure, RunFailure } from './run-failure.ts'
import type { RunLog } from './run-log.ts'

/** Opens the re-identification networks of track blocks, by node id; failures are attributed to the block. */
export async function openEmbeddings(
  job: RunJob,
  plan: Plan,
  pool: InferencePool,
  { log, onActivity }: { log: RunLog; onActivity(): void },
): Promise<Map<string, PooledEmbedding>> {
  const embeddings = new Map<string, PooledEmbedding>()
  for (const node of plan.nodes) {
    if (node.kind !== 'track' || node.config.tracker !== 'botsort' || node.config.reid_model_id === undefined) continue
    const file = job.models[node.id]
    if (!file) {
      const message = `The appearance model “${node.config.reid_model_id}” is not there. Choose another, or leave the field empty.`
      throw new RunFailure('model_missing', message, node.id)
    }
    const embedding = await pool.openEmbedding(file).catch((error: unknown) => {
      throw asRunFailure(error, node.id)
    })
    onActivity()
    log.write('info', `“${file.name}”: appearance as ${embedding.dimension} numbers`, node.id)
    embeddings.set(node.id, embedding)
  }
  return embeddings
}
