/** Calls of the tests of connections. */
import type {
  StorageConnection,
  StorageConnectionCreate,
  StorageImportJob,
} from '../../../../src/shared/api/storage-connections.ts'
import { eventually } from '../../../setup/eventually.ts'
import type { Harness } from '../../support/harness.ts'
import { ACCESS_KEY, BUCKET, REGION, SECRET_KEY, type StrictStore } from './strict-store.ts'

export const settingsOf = ({ endpoint }: Pick<StrictStore, 'endpoint'>): StorageConnectionCreate => ({
  name: 'Pictures',
  provider: 'other',
  bucket: BUCKET,
  region: REGION,
  endpoint,
  access_key_id: ACCESS_KEY,
  secret_access_key: SECRET_KEY,
})

export async function connect(
  h: Harness,
  store: Pick<StrictStore, 'endpoint'>,
  settings: Partial<StorageConnectionCreate> = {},
): Promise<StorageConnection> {
  const body = { ...settingsOf(store), ...settings }
  const answer = await h.api<StorageConnection>('POST', '/storage-connections', { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export async function createDataset(h: Harness, name = 'Street'): Promise<string> {
  return (await h.api<{ id: string }>('POST', '/datasets/', { body: { name } })).body.id
}

export const readImport = async (h: Harness, id: string): Promise<StorageImportJob> =>
  (await h.api<StorageImportJob>('GET', `/storage-connections/imports/${id}`)).body

export async function startImport(h: Harness, connection: string, body: object): Promise<StorageImportJob> {
  const answer = await h.api<StorageImportJob>('POST', `/storage-connections/${connection}/import`, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** The import when it has ended. */
export async function imported(h: Harness, connection: string, body: object): Promise<StorageImportJob> {
  const { id } = await startImport(h, connection, body)
  return endedImport(h, id)
}

export async function endedImport(h: Harness, id: string): Promise<StorageImportJob> {
  let job = await readImport(h, id)
  await eventually(async () => {
    job = await readImport(h, id)
    return !['pending', 'running'].includes(job.status)
  })
  return job
}

/** Paths of the images of a data set, in their order. */
export async function pathsOf(h: Harness, dataset: string): Promise<string[]> {
  const { body } = await h.api<{ images: { filename: string; directory_path: string }[] }>(
    'GET',
    `/datasets/${dataset}?include_images=true`,
  )
  return body.images.map(
    ({ directory_path, filename }) => `${directory_path === '/' ? '' : directory_path}/${filename}`,
  )
}
