/** An agent finds a connected bucket, checks it, and imports from it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type {
  StorageImportJob,
  StoragePage,
  StorageValidation,
} from '../../../../src/shared/api/storage-connections.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Agent, connectAgent } from '../../agents/mcp/agent.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { connect, createDataset, pathsOf } from './connection-calls.ts'
import { type StrictStore, startStrictStore } from './strict-store.ts'

let h: Harness
let agent: Agent
let store: StrictStore
beforeAll(async () => {
  store = await startStrictStore()
  h = await joinPlatform({ allowPrivateWebhooks: true })
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.member })
})
afterAll(async () => {
  await agent.close()
  await h.close()
  await store.close()
})

it('imports a folder that it has found', async () => {
  store.put('p/day/1.jpg')
  const [, dataset] = [await connect(h, store), await createDataset(h)]
  const { items } = await agent.call<{ items: { id: string; bucket: string }[] }>('list_connectors')
  const connection_id = items[0]?.id as string
  expect((await agent.call<StorageValidation>('validate_connector', { connection_id })).valid).toBe(true)
  const page = await agent.call<StoragePage>('browse_connector', { connection_id, prefix: 'p' })
  const prefix = page.folders[0]?.prefix
  const started = await agent.call<StorageImportJob>('import_from_connector', {
    connection_id,
    project_id: dataset,
    prefix,
  })
  const read = () => agent.call<StorageImportJob>('get_connector_import', { import_id: started.id })
  await eventually(async () => (await read()).status === 'completed')
  expect((await read()).result).toMatchObject({ imported: 1, failed: 0 })
  expect(await pathsOf(h, dataset)).toEqual(['/1.jpg'])
})
