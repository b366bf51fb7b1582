/** Calls of a client that evaluates models on exports. */
import { eventually } from '../../../setup/eventually.ts'
import type { Client } from '../../support/own-process.ts'
import { WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'

const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

export async function exported(client: Client, dataset: string): Promise<string> {
  const { id: export_id } = await client.exports.create({ body: { dataset } })
  await eventually(async () => (await client.exports.get({ params: { export_id } })).status === 'completed')
  return export_id
}

export async function ended(client: Client, evaluation_id: string) {
  await eventually(
    async () => ENDED.includes((await client.modelEvaluations.get({ params: { evaluation_id } })).status),
    WHOLE_JOB_MS,
  )
  return client.modelEvaluations.get({ params: { evaluation_id } })
}
