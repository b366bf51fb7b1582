/** The addresses that buckets may be at: public ones by TLS, unless the server allows others. */
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BucketAddress } from '../../../../src/platform/exchange/storage-connections/providers.ts'
import { createOpenBucket } from '../../../../src/platform/exchange/storage-connections/s3-bucket.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { settingsOf } from './connection-calls.ts'

let h: Harness
let connections = 0
const server = createServer().on('connection', () => connections++)
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  h = await joinPlatform()
})
afterAll(async () => {
  await h.close()
  server.close()
})

const create = (endpoint: string | null, settings: object = {}) =>
  h.fail('POST', '/storage-connections', { body: { ...settingsOf({ endpoint: '' }), endpoint, ...settings } })

describe('an endpoint', () => {
  it.each([
    'https://127.0.0.1',
    'https://[::1]:9000',
    'https://10.0.0.8:9000',
    'https://169.254.169.254/latest',
    'https://[::ffff:192.168.1.1]',
    'https://localhost:9000',
    'https://minio.local',
    'https://minio',
  ])('inside this network is refused with 422: %s', async (endpoint) => {
    const { status, error } = await create(endpoint)
    expect([status, error.details[0]?.field, error.details[0]?.text?.code]).toEqual([
      ...[422, '/endpoint', 'storage_connection.private_network'],
    ])
  })

  it.each([
    ['http://storage.example.com', 'not_https'],
    ['ftp://storage.example.com', 'no_web_address'],
    ['storage.example.com', 'no_web_address'],
    ['https://storage.example.com/?x=1', 'no_web_address'],
    ['https://me:secret@storage.example.com', 'holds_password'],
    [null, 'endpoint_needed'],
  ])('is refused with 422: %s', async (endpoint, reason) => {
    const { status, error } = await create(endpoint)
    expect([status, error.details[0]?.text?.code]).toEqual([422, `storage_connection.${reason}`])
  })
})

describe('the settings of a provider', () => {
  const rejected = async (settings: object) => (await create(null, settings)).error.details[0]

  it.each([
    [{ provider: 'store_a', region: null }, '/region'],
    [{ provider: 'store_a', endpoint: 'https://s3.example.com' }, '/endpoint'],
    [{ provider: 'store_b', region: null }, '/region'],
    [{ provider: 'store_c', region: null }, '/endpoint'],
    [{ provider: 'store_c', region: 'eu', endpoint: 'https://x.example.com' }, '/region'],
    [{ provider: 'store_d', region: null }, '/endpoint'],
    [{ provider: 'store_e', region: null, endpoint: 'https://x.example.com' }, '/region'],
    [{ provider: 'store_z' }, '/provider'],
    [{ bucket: 'a/b' }, '/bucket'],
    [{ bucket: 'a..b' }, '/bucket'],
    [{ bucket: 'arn:aws:s3:::b' }, '/bucket'],
    [{ bucket: 'express--use1-az4--x-s3' }, '/bucket'],
    [{ region: 'eu.evil.example/' }, '/region'],
    [{ prefix: '../up', endpoint: 'https://x.example.com' }, '/prefix'],
    [{ name: '  ', endpoint: 'https://x.example.com' }, '/name'],
  ])('is refused: %o', async (settings, field) => {
    expect((await rejected(settings))?.field).toBe(field)
  })
})

type Lookup = (name: string, options: object, done: (error: Error | null, found?: LookupAddress[]) => void) => void

/** Replaces the names of the network while `work` runs. */
async function withNames<T>(names: Lookup, work: () => Promise<T>): Promise<T> {
  const { lookup } = dns
  dns.lookup = names as typeof lookup
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    dns.lookup = lookup
    syncBuiltinESMExports()
  }
}

async function list(address: BucketAddress): Promise<unknown> {
  const open = createOpenBucket({ allowPrivate: false, attempts: 1 })
  const bucket = await open(address, { access_key_id: 'a', secret_access_key: 'b' })
  try {
    return await bucket.list({ prefix: '', isOneFolder: false, limit: 1 }, new AbortController().signal)
  } finally {
    bucket.close()
  }
}

describe('the address of a bucket', () => {
  it.each([
    [{ provider: 'store_a', region: 'eu-central-1', endpoint: null }, 'pictures.s3.eu-central-1.amazonaws.com'],
    [{ provider: 'store_a', region: 'cn-north-1', endpoint: null }, 'pictures.s3.cn-north-1.amazonaws.com.cn'],
    [{ provider: 'store_b', region: 'EU', endpoint: 'https://storage.googleapis.com' }, 'storage.googleapis.com'],
    [{ provider: 'store_e', region: 'fra1', endpoint: 'https://fra1.example.com' }, 'fra1.example.com'],
  ] as const)('is that of the provider: %o', async (address, host) => {
    const hosts: string[] = []
    const offline: Lookup = (name, _, done) => {
      hosts.push(name)
      done(Object.assign(new Error('No network'), { code: 'ENOTFOUND' }))
    }
    await withNames(offline, async () => {
      await expect(list({ bucket: 'pictures', ...address })).rejects.toMatchObject({
        reason: { code: 'storage_connection.unknown_host' },
      })
    })
    expect(new Set(hosts)).toEqual(new Set([host]))
  })

  it('is not called when its name leads into this network', async () => {
    const { port } = server.address() as AddressInfo
    const address = {
      provider: 'other',
      bucket: 'pictures',
      region: 'x',
      endpoint: `https://bucket.example.com:${port}`,
    } as const
    const inside: Lookup = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
    await withNames(inside, async () => {
      await expect(list(address)).rejects.toMatchObject({ reason: { code: 'storage_connection.private_network' } })
    })
    expect(connections).toBe(0)
  })

  it('is checked again when a connection is opened', async () => {
    const address = { provider: 'other', bucket: 'pictures', region: 'x', endpoint: 'http://127.0.0.1:9000' } as const
    await expect(list(address)).rejects.toMatchObject({ reason: { code: 'storage_connection.not_https' } })
  })
})
