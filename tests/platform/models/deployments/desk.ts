/** Calls of deployments, for tests. */
import type { CreatedDeployment, Deployment } from '../../../../src/shared/api/deployments.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import type { PlanName } from '../../../../src/shared/api/plans.ts'
import type { PredictionReply } from '../../../../src/shared/api/predictions.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'
import { MODEL_BYTES } from '../../support/scripted-engine.ts'

export async function withDatabase<T>(
  h: Harness,
  use: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>,
): Promise<T> {
  const db = await openPlatformDatabase(h.dataDir)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

export const setPlan = (h: Harness, subscription_tier: PlanName) =>
  withDatabase(h, (db) =>
    db.updateTable('organizations').set({ subscription_tier }).where('id', '=', h.platform.organizationId).execute(),
  )

export async function importModel(h: Harness, bytes = MODEL_BYTES): Promise<string> {
  const body = { gcs_uri: await h.upload('net.onnx', bytes, 'application/octet-stream') }
  return (await h.api<{ id: string }>('POST', '/models/import', { body })).body.id
}

export async function deploy(h: Harness, options: object = {}): Promise<CreatedDeployment> {
  const model_id = 'model_id' in options ? options.model_id : await importModel(h)
  const body = { model_id, compute_type: 'cpu', ...options }
  const answer = await h.api<CreatedDeployment & ErrorBody>('POST', '/deployments/', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export const read = async (h: Harness, nameOrId: string): Promise<Deployment> =>
  (await h.api<Deployment>('GET', `/deployments/${encodeURIComponent(nameOrId)}`)).body

/** Waits for a status. */
export const reach = (h: Harness, id: string, status: Deployment['status']): Promise<Deployment> =>
  eventually(async () => {
    const deployment = await read(h, id)
    return deployment.status === status ? deployment : null
  })

export const IMAGE = { type: 'base64', value: Buffer.from('IMAGE').toString('base64') }

export function predict(h: Harness, id: string, token: string, body: object = { image: IMAGE }) {
  const headers = { authorization: `Bearer ${token}` }
  return h.api<PredictionReply & ErrorBody>('POST', `/api/v1/deployments/${id}/predict`, { key: null, headers, body })
}
