/** The prediction call: how an image is given, what is answered, and who may call. */

import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CreatedDeployment } from '../../../../src/shared/api/deployments.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import { MAX_PREDICTION_BYTES, type PredictionReply } from '../../../../src/shared/api/predictions.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { deploy, IMAGE, importModel, predict, reach } from './desk.ts'

let h: Harness
let made: CreatedDeployment
let images: Server
let imagesAt: string

beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
  made = await deploy(h, { name: 'Street' })
  await reach(h, 'Street', 'active')
  images = createServer((request, response) => {
    const { url = '' } = request
    if (url === '/moved') response.writeHead(302, { location: '/image.jpg' }).end()
    else if (url === '/round') response.writeHead(302, { location: '/round' }).end()
    else if (url === '/image.jpg') response.end('IMAGE')
    else if (url === '/endless') {
      const more = () => {
        while (response.write(Buffer.alloc(1024 * 1024)));
      }
      response.on('drain', more)
      more()
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve))
  imagesAt = `http://127.0.0.1:${(images.address() as AddressInfo).port}`
})
afterAll(async () => {
  images.closeAllConnections()
  images.close()
  expect(h.logged).toEqual([])
  await h.close()
})

const call = (body: object) => predict(h, made.deployment.id, made.auth_token, body)
const fromUrl = (url: string) => call({ image: { type: 'url', value: url } })

async function send(fields: [string, string | Blob][]) {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'photo.jpg')
  }
  const response = await fetch(`${h.baseUrl}/api/v1/deployments/${made.deployment.id}/predict`, {
    method: 'POST',
    headers: { authorization: `Bearer ${made.auth_token}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as PredictionReply & ErrorBody }
}
const FILE: [string, Blob] = ['file', new Blob(['IMAGE'])]

const BOTH = [
  { class_id: 0, class_name: 'car', confidence: 0.9, bounding_box: { x: 10, y: 20, w: 80, h: 60 } },
  { class_id: 1, class_name: 'truck', confidence: 0.7, bounding_box: { x: 110, y: 20, w: 80, h: 60 } },
]

describe('an image', () => {
  it('is given in base64, as a data URL, by an address that may redirect, or as the file of a form', async () => {
    const answer = { predictions: BOTH, image: { width: 1280, height: 720 }, model_id: made.deployment.model_id }
    const all = [
      await call({ image: IMAGE }),
      await call({ image: { type: 'base64', value: `data:image/jpeg;base64,${IMAGE.value}` } }),
      await fromUrl(`${imagesAt}/image.jpg`),
      await fromUrl(`${imagesAt}/moved`),
      await send([FILE]),
    ]
    for (const { status, body } of all) expect([status, body]).toEqual([200, { ...answer, inference_ms: 5 }])
  })

  it('is refused with the reason when it cannot be read or loaded', async () => {
    const wrong = { type: 'base64', value: Buffer.from('text').toString('base64') }
    const unreadable = { status: 400, body: { error: { code: 'image_unreadable' } } }
    expect(await call({ image: wrong })).toMatchObject(unreadable)
    expect(await send([['file', new Blob(['text'])]])).toMatchObject(unreadable)
    for (const path of ['/nothing', '/round', '/endless']) {
      expect(await fromUrl(imagesAt + path)).toMatchObject(unreadable)
    }
    expect(await fromUrl('no address')).toMatchObject(unreadable)
    const noBase64 = await call({ image: { type: 'base64', value: '***' } })
    expect(noBase64).toMatchObject({ status: 422, body: { error: { details: [{ field: '/image/value' }] } } })
  })

  it('is removed from the disk after its call', async () => {
    expect((await call({ image: IMAGE })).status).toBe(200)
    expect(readdirSync(join(h.dataDir, 'tmp', 'predictions'))).toEqual([])
  })

  it('may be 32 MiB long', async () => {
    const large = Buffer.alloc(MAX_PREDICTION_BYTES - 1000, 'x')
    large.write('IMAGE')
    expect((await send([['file', new Blob([large])]])).status).toBe(200)
    expect((await send([['file', new Blob([large, large.subarray(0, 2000)])]])).status).toBe(413)
    const value = large.subarray(0, 20 * 1024 * 1024).toString('base64')
    expect((await call({ image: { type: 'base64', value } })).status).toBe(200)
  })
})

describe('the options of a call', () => {
  it('replace those of the deployment, in JSON and in a form', async () => {
    const names = ({ body }: { body: PredictionReply }) => body.predictions.map(({ class_name }) => class_name)
    expect(names(await call({ image: IMAGE, confidence: 0.8 }))).toEqual(['car'])
    expect(names(await call({ image: IMAGE, class_filter: ['truck'] }))).toEqual(['truck'])
    expect(names(await call({ image: IMAGE, top_k: 1 }))).toEqual(['car'])
    expect(names(await send([FILE, ['confidence', '0.8']]))).toEqual(['car'])
    expect(names(await send([FILE, ['class_filter', 'truck'], ['class_filter', 'bus']]))).toEqual(['truck'])
    const other = await deploy(h, { inference_config: { class_filter: ['truck'], confidence: 0.1 } })
    const { id } = other.deployment
    expect(names(await predict(h, id, other.auth_token))).toEqual(['truck'])
    expect(names(await predict(h, id, other.auth_token, { image: IMAGE, class_filter: ['car'] }))).toEqual(['car'])
  })

  it('are checked, and a wrong one is named', async () => {
    const fieldsOf = ({ status, body }: { status: number; body: ErrorBody }) => [
      status,
      body.error.details.map(({ field }) => field),
    ]
    expect(fieldsOf(await call({ image: IMAGE, confidence: 2 }))).toEqual([422, ['/confidence']])
    expect(fieldsOf(await call({ image: IMAGE, top_k: 0 }))).toEqual([422, ['/top_k']])
    expect(fieldsOf(await call({}))).toEqual([422, ['/image']])
    expect(fieldsOf(await send([FILE, ['confidence', 'much']]))).toEqual([422, ['/confidence']])
    expect(fieldsOf(await send([FILE, ['colour', 'red']]))).toEqual([422, ['/colour']])
    expect(fieldsOf(await send([['confidence', '0.5']]))).toEqual([422, ['/file']])
    expect((await send([FILE, FILE])).status).toBe(400)
  })
})

it('refuses a form that is cut off or has no boundary', async () => {
  const post = (type: string, body: string) =>
    h.fail('POST', `/api/v1/deployments/${made.deployment.id}/predict`, {
      key: null,
      body,
      headers: { authorization: `Bearer ${made.auth_token}`, 'content-type': type },
    })
  const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nIMAGE'
  expect((await post('multipart/form-data; boundary=x', cut)).status).toBe(400)
  expect((await post('multipart/form-data', cut)).status).toBe(400)
  expect((await post('multipart/form-data; boundary=x', '--x--\r\n')).status).toBe(422)
})

it('takes the token of this deployment only: no key, no token of another one', async () => {
  const other = await deploy(h)
  const address = `/api/v1/deployments/${made.deployment.id}/predict`
  const body = { image: IMAGE }
  const bearer = (token: string) => ({ key: null, headers: { authorization: `Bearer ${token}` }, body })
  for (const request of [
    { key: h.keys.owner, body },
    { key: null, body },
    bearer(h.keys.owner),
    bearer(`${made.auth_token}x`),
    bearer(other.auth_token),
  ]) {
    expect(await h.fail('POST', address, request)).toMatchObject({ status: 401, error: { code: 'invalid_key' } })
  }
  const { status } = await h.api('GET', '/deployments/', { key: made.auth_token })
  expect(status).toBe(401)
})

describe('without the permission to call private addresses', () => {
  let strict: Harness
  beforeEach(async () => {
    strict = await startHarness()
    return () => strict.close()
  })

  it('loads no image from inside the network, or without TLS', async () => {
    const { deployment, auth_token } = await deploy(strict, { model_id: await importModel(strict) })
    for (const value of [`${imagesAt}/image.jpg`, 'https://127.0.0.1/x', 'https://[::1]/x', 'https://localhost/x']) {
      const { status, body } = await predict(strict, deployment.id, auth_token, { image: { type: 'url', value } })
      expect([status, body.error.code]).toEqual([400, 'image_unreadable'])
    }
  })
})
