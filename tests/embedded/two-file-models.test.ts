/** Models of several files through the whole platform, as a caller of the API imports them. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import type { ApiClient } from '../../src/client/client.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

let platform: RunningPlatform
let client: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
  client = platform.client
})
afterAll(() => platform.stop())

const whole = readFileSync(modelFixture('colours-v8'))
const apart = join(dirname(modelFixture('colours-v8')), 'apart')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function upload(filename: string, bytes: Uint8Array): Promise<string> {
  const content_type = 'application/octet-stream'
  const place = await client.models.uploadUrl({ body: { filename, content_type } })
  async function* stream() {
    yield bytes
  }
  await client.upload(place, { stream: stream() }, { contentType: content_type })
  return place.gcs_uri
}
const uploadFile = (path: string) => upload(basename(path), readFileSync(path))

async function weightsOf(id: string): Promise<Buffer> {
  const { data } = await client.models.download({ params: { model: id }, query: {} })
  return Buffer.from(await (await fetch(data.download_url)).arrayBuffer())
}

const blobs = () =>
  readdirSync(join(platform.dataDir, 'blobs'), { recursive: true, encoding: 'utf8' }).map((path) => basename(path))

describe('a model whose weights are in other files', () => {
  it.each(['one', 'many'])('is imported with %s of them as one file, under its own name', async (kind) => {
    const [model, ...data] = readdirSync(join(apart, kind)).map((name) => join(apart, kind, name))
    const data_gcs_uris: string[] = []
    for (const path of data) data_gcs_uris.push(await uploadFile(path))
    const gcs_uri = await uploadFile(model as string)
    const imported = await client.models.import({ body: { gcs_uri, data_gcs_uris } })
    expect(imported).toMatchObject({ class_mapping: { 0: 'red', 1: 'green' } })
    expect(imported.name).toMatch(/^colours-v8/)
    expect(await weightsOf(imported.id)).toEqual(whole)
    // What it was made of is gone.
    for (const path of data) expect(blobs()).not.toContain(sha256(readFileSync(path)))
    expect(blobs()).toContain(sha256(whole))
    expect(readdirSync(join(platform.dataDir, 'tmp'))).toEqual([])
  })

  it('is imported from a ZIP archive, under the name of the model inside', async () => {
    const zip = new ZipFile()
    for (const name of readdirSync(join(apart, 'one'))) zip.addFile(join(apart, 'one', name), `best/${name}`)
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(part as Buffer)
    const gcs_uri = await upload('download.zip', Buffer.concat(parts))
    const imported = await client.models.import({ body: { gcs_uri } })
    expect(imported.name).toMatch(/^colours-v8/)
    expect(await weightsOf(imported.id)).toEqual(whole)
  })

  it('is refused alone, with the name of the file that is missing', async () => {
    const gcs_uri = await uploadFile(join(apart, 'one', 'colours-v8.onnx'))
    const refused = client.models.import({ body: { gcs_uri } })
    await expect(refused).rejects.toMatchObject({
      code: 'model_unreadable',
      message: expect.stringMatching(
        /^“colours-v8\.onnx” .*“colours-v8\.onnx\.data”, which is missing.*drop or choose/,
      ),
    })
  })

  it('does not get the weights of an upload that was not named', async () => {
    // Other bytes than those that another test expects to be gone.
    await upload('colours-v8.onnx.data', Buffer.alloc(3896))
    const gcs_uri = await uploadFile(join(apart, 'one', 'colours-v8.onnx'))
    const other = await upload('other.data', Buffer.from('weights'))
    const refused = client.models.import({ body: { gcs_uri, data_gcs_uris: [other] } })
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('which is missing') })
  })
})

it('a model of another framework is named, whatever its file is called', async () => {
  const gcs_uri = await upload('model.onnx', Buffer.from('\u001c\u0000\u0000\u0000TFL3 and more', 'latin1'))
  await expect(client.models.import({ body: { gcs_uri } })).rejects.toMatchObject({
    code: 'model_unreadable',
    message: expect.stringContaining('is a model of TensorFlow Lite'),
  })
})
