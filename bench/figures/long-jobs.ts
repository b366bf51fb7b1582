/** Jobs of the platform that are measured as long calls: exports of a data set, and an evaluation of an intricate outline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { EXPORT_FORMATS } from '../../src/shared/api/exports.ts'
import { inRoot } from '../child.ts'

/** Returns the text of the reply. */
export type Call = (method: string, path: string, body?: string) => Promise<string>
export type LongCall = [name: string, work: () => Promise<unknown>]

const WIDTH = 1920
const HEIGHT = 1080
/** The most that an outline can have. */
const POINTS = 100_000
const EVERY_MS = 20

/** `dataset`: its id. */
export const exportCalls = (call: Call, dataset: string): LongCall[] =>
  EXPORT_FORMATS.map((format) => [
    `an export of 20,001 images with 200,000 annotations as ${format}`,
    () => exported(call, { dataset, format }),
  ])

export async function evaluationCall(call: Call): Promise<LongCall> {
  const post = async (path: string, body: object) => JSON.parse(await call('POST', path, JSON.stringify(body)))
  const folder = mkdtempSync(join(tmpdir(), 'sightline-outline-'))
  try {
    const gcs_uri = pathToFileURL(inRoot('tests/fixtures/models/colours-v8-segment.onnx')).href
    const { id: model_id } = await post('/models/import', { gcs_uri })
    const dataset = { name: 'Outlined', classes: [{ name: 'red' }], annotation_types: ['polygon'] }
    const { id } = await post('/datasets/', dataset)
    const image = join(folder, 'image.png')
    writeFileSync(image, imageBytes())
    const given = { dataset: id, gcs_uri: pathToFileURL(image).href, directory_path: '/' }
    const { id: image_id } = await post('/images/', given)
    const annotations = [{ name: 'red', type: 'polygon', polygon: { paths: [zigzag()] } }]
    await post(`/annotations/${id}/${image_id}`, { annotations })
    const export_id = await exported(call, { dataset: id })
    const name = 'an evaluation of an outline with 100,000 points'
    return [
      name,
      async () => ended(call, '/model-evaluations', await post('/model-evaluations', { model_id, export_id })),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the id of the completed export. */
async function exported(call: Call, body: object): Promise<string> {
  return ended(call, '/exports', JSON.parse(await call('POST', '/exports', JSON.stringify(body))))
}

/** @throws when it fails */
async function ended(call: Call, path: string, { id }: { id: string }): Promise<string> {
  for (;;) {
    const text = await call('GET', `${path}/${id}`)
    const { status } = JSON.parse(text) as { status: string }
    if (status === 'completed') return id
    if (status !== 'pending' && status !== 'running') throw new Error(`${path}/${id}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

/** A red square on grey. */
function imageBytes(): Buffer {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = '#f00'
  context.fillRect(200, 200, 400, 400)
  return canvas.toBuffer('image/png')
}

/** Points at the top and the bottom by turns, so that every row crosses every edge. */
const zigzag = () =>
  Array.from({ length: POINTS }, (_, i) => ({ x: (i / POINTS) * WIDTH, y: i % 2 === 0 ? 1 : HEIGHT - 1 }))
