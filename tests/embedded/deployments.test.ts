/** Deployments through the whole platform, with the real engine and the bundled model. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CreatedDeployment, Deployment } from '../../src/shared/api/deployments.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import type { PredictionReply } from '../../src/shared/api/predictions.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import { processesOf, signalIfAlive } from '../engine/support/processes.ts'
import { MODEL } from '../platform/support/graphs.ts'
import { demoFrame } from '../setup/demo-frame.ts'
import { eventually } from '../setup/eventually.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-deployments-'))
let platform: RunningPlatform
let modelId: string
let photo: Buffer

beforeAll(async () => {
  platform = await startPlatform({ dataDir })
  modelId = (await platform.client.models.get({ params: { model: MODEL } })).id
  photo = await demoFrame(8, (body) => platform.client.workflows.preview({ body }))
})
afterAll(async () => {
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const create = (options: object = {}): Promise<CreatedDeployment> =>
  platform.client.deployments.create({ body: { model_id: modelId, compute_type: 'cpu', ...options } })

const get = (id: string): Promise<Deployment> => platform.client.deployments.get({ params: { deployment: id } })
const remove = (id: string) => platform.client.deployments.delete({ params: { deployment: id } })

const active = (id: string) =>
  eventually(async () => {
    const deployment = await get(id)
    expect(deployment.error).toBeNull()
    return deployment.status === 'active' ? deployment : null
  })

const addressOf = (id: string) => `${platform.baseUrl}/api/v1/deployments/${id}/predict`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function send({ deployment: { id }, auth_token }: CreatedDeployment): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  return fetch(addressOf(id), { method: 'POST', headers: bearer(auth_token), body: form })
}

const containersOf = async (id: string) =>
  (await platform.client.deployments.metrics({ params: { deployment: id } })).containers

it('predicts a photo that is sent as a form or as JSON, at the address of an active deployment', async () => {
  const created = await create()
  const { deployment, auth_token } = created
  expect(deployment).toMatchObject({ status: 'provisioning', endpoint_url: null, name: expect.any(String) })
  const { endpoint_url } = await active(deployment.id)
  expect(endpoint_url).toBe(addressOf(deployment.id))
  const sent = await send(created)
  const reply = (await sent.json()) as PredictionReply
  expect([sent.status, reply.image, reply.model_id]).toEqual([200, { width: 1280, height: 720 }, modelId])
  expect(reply.predictions.length).toBeGreaterThan(2)
  const [first] = reply.predictions
  expect(first).toMatchObject({ class_name: expect.any(String), bounding_box: { w: expect.any(Number) } })
  const body = JSON.stringify({ image: { type: 'base64', value: photo.toString('base64') }, top_k: 1 })
  const headers = { ...bearer(auth_token), 'content-type': 'application/json' }
  const one = (await (
    await fetch(addressOf(deployment.id), { method: 'POST', headers, body })
  ).json()) as PredictionReply
  expect(one.predictions).toEqual([first])
  await remove(deployment.id)
  expect((await fetch(addressOf(deployment.id), { method: 'POST', headers, body: '{}' })).status).toBe(401)
})

it('lists the best classes of a classifier, without boxes, from its first call on', async () => {
  const { client } = platform
  const place = await client.models.uploadUrl({
    body: { filename: 'c.onnx', content_type: 'application/octet-stream' },
  })
  await client.upload(place, { path: modelFixture('colours-classify') }, { contentType: 'application/octet-stream' })
  const { id: model_id } = await client.models.import({ body: { gcs_uri: place.gcs_uri } })
  const created = await create({ model_id })
  const { predictions } = (await (await send(created)).json()) as PredictionReply
  expect(predictions.length).toBeGreaterThan(1)
  for (const one of predictions) expect(Object.keys(one).sort()).toEqual(['class_id', 'class_name', 'confidence'])
  const scores = predictions.map(({ confidence }) => confidence)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  await remove(created.deployment.id)
})

it('loses no request of 16 clients when containers are killed under them', async () => {
  const created = await create({ min_containers: 1, max_containers: 2 })
  await active(created.deployment.id)
  let isOver = false
  const statuses: number[] = []
  const client = async () => {
    while (!isOver) statuses.push((await send(created)).status)
  }
  const clients = Promise.all(Array.from({ length: 16 }, client))
  for (const _ of [1, 2]) {
    const before = statuses.length
    await eventually(async () => statuses.length > before + 16)
    for (const pid of processesOf(platform.pid, 'engine.js')) signalIfAlive(pid, 'SIGKILL')
    await eventually(async () => (await containersOf(created.deployment.id)) > 0)
  }
  isOver = true
  await clients
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(statuses.length).toBeGreaterThan(32)
  await remove(created.deployment.id)
})

it('ends idle containers, and starts one for the next call', async () => {
  const created = await create({ scaledown_window: 1 })
  const { id } = created.deployment
  await active(id)
  await eventually(async () => (await containersOf(id)) === 0)
  expect((await get(id)).status).toBe('active')
  expect((await send(created)).status).toBe(200)
  await remove(id)
})

it('fails with the reason when its containers end again and again', async () => {
  const { deployment } = await create({ min_containers: 1 })
  const failed = await eventually(async () => {
    const now = await get(deployment.id)
    if (now.status === 'active') for (const pid of processesOf(platform.pid, 'engine.js')) signalIfAlive(pid, 'SIGKILL')
    return now.status === 'failed' ? now : null
  })
  expect(failed.error).toMatch(/ended 5 times within a minute.+SIGKILL/)
  expect(failed.endpoint_url).toBeNull()
  await remove(deployment.id)
})

it('serves again after a crash of the platform, and leaves a paused deployment paused', async () => {
  const served = await create({ min_containers: 1 })
  const paused = await create()
  await active(served.deployment.id)
  await platform.client.deployments.pause({ params: { deployment: paused.deployment.id } })
  await platform.kill()
  platform = await startPlatform({ dataDir, apiKey: platform.apiKey })
  expect((await send(served)).status).toBe(200)
  const refused = await send(paused)
  expect([refused.status, ((await refused.json()) as ErrorBody).error.code]).toEqual([409, 'wrong_state'])
  await remove(served.deployment.id)
})
