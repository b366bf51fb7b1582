/** Connection, browser and import on a store that others wrote, with objects that the client of S3 put there. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { StorageConnectionCreate, StoragePage } from '../../../src/shared/api/storage-connections.ts'
import { type Harness, startHarness } from '../support/harness.ts'
import { connect, createDataset, imported, pathsOf } from './connection-calls.ts'

/** The credentials of its only account. */
const ACCOUNT = 'S3RVER'

let h: Harness
let store: ChildProcess
let client: S3Client
let directory: string
let settings: Partial<StorageConnectionCreate>
let endpoint: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sightline-s3rver-'))
  store = spawnStore(directory)
  endpoint = await endpointOf(store)
  const keys = { access_key_id: ACCOUNT, secret_access_key: ACCOUNT }
  settings = { ...keys, provider: 'store_d', region: null }
  vi.stubEnv('AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED', 'true')
  client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' },
    credentials: { accessKeyId: ACCOUNT, secretAccessKey: ACCOUNT },
  })
  for (const Key of ['photos/a b/ü+1.jpg', 'photos/2.png', 'photos/notes.txt', 'photos-private/3.jpg']) {
    await client.send(new PutObjectCommand({ Bucket: 'pictures', Key, Body: `IMAGE ${Key}` }))
  }
  h = await startHarness({ allowPrivateWebhooks: true })
})
afterAll(async () => {
  await h.close()
  client.destroy()
  vi.unstubAllEnvs()
  store.kill()
  rmSync(directory, { recursive: true, force: true })
})

/** In a process of its own: the tokens of its listings need a cipher that OpenSSL has only on request. */
function spawnStore(folder: string): ChildProcess {
  const program = join(createRequire(import.meta.url).resolve('s3rver/package.json'), '../bin/s3rver.js')
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', 'pictures']
  return spawn(process.execPath, ['--openssl-legacy-provider', program, ...options])
}

/** The address that it prints. */
function endpointOf({ stdout, stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer) => {
      text += part
      const [, address] = /listening on (\S+:\d+)/.exec(text) ?? []
      if (address) resolve(`http://${address}`)
    }
    stdout?.on('data', read)
    stderr?.on('data', read)
    stdout?.on('close', () => reject(new Error(text)))
  })
}

it('lists and imports the objects below its prefix', async () => {
  const { id } = await connect(h, { endpoint }, { ...settings, prefix: 'photos' })
  const page = (await h.api<StoragePage>('GET', `/storage-connections/${id}/browse`)).body
  expect(page).toEqual({
    prefix: 'photos/',
    folders: [{ name: 'a b', prefix: 'photos/a b/' }],
    images: [{ key: 'photos/2.png', name: '2.png', size: 18 }],
    other_objects: [{ key: 'photos/notes.txt', name: 'notes.txt', size: 22 }],
    next_token: null,
  })
  const dataset = await createDataset(h)
  const job = await imported(h, id, { project_id: dataset })
  expect([job.status, job.result.imported, job.result.failures]).toEqual(['completed', 2, []])
  expect(await pathsOf(h, dataset)).toEqual(['/2.png', '/a b/ü+1.jpg'])
})
