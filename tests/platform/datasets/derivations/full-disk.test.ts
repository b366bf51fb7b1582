/** Derivations on a full disk: the job reports it, and the images are completed once there is room. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { DeriveRequest } from '../../../../src/shared/engine-contract/derivation.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let isFull: boolean
beforeEach(async () => {
  h = await startHarness()
  const { derive } = h.engine
  const full = { code: 'disk_full' as const, message: 'The disk is full.', node_id: null }
  h.engine.derive = async (request: DeriveRequest) => (isFull ? { ok: false, error: full } : derive(request))
})
afterEach(() => h.close())

it('fails the job with the reason, and completes its images with those that arrive later', async () => {
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body.id
  const add = async (filename: string) => {
    const gcs_uri = await h.upload(filename, 'IMAGE dark', 'image/jpeg')
    return (await h.api<Image>('POST', '/images/', { body: { dataset, gcs_uri } })).body.id
  }
  isFull = true
  const image = await add('a.jpg')
  const failed = await eventually(async () => (await h.api<Job[]>('GET', '/jobs?state=failed')).body[0])
  expect(failed.error).toBe('The disk is full. Make room, and thumbnails and tags are made within the hour.')
  expect((await h.fail('GET', `/images/${image}/thumbnail`)).status).toBe(507)
  isFull = false
  await add('b.jpg')
  const tagged = async () => (await h.api<unknown[]>('GET', '/search/by-tags?attributes=dark')).body
  await eventually(async () => (await tagged()).length === 2)
})
