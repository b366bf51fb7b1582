/** A real model of instance segmentation, evaluated on truth that is known to the pixel. */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { type Client, ownProcesses, root } from '../../support/own-process.ts'
import { ended, exported } from './evaluation-calls.ts'

const { launch, database } = ownProcesses()

/** x, y and side in pixels. */
type Square = readonly [name: 'red' | 'green', x: number, y: number, side: number]
const RED: Square = ['red', 32, 64, 16]
const GREEN: Square = ['green', 192, 128, 16]

function picture(squares: readonly Square[]): string {
  const canvas = createCanvas(320, 192)
  const context = canvas.getContext('2d')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, 320, 192)
  for (const [name, x, y, side] of squares) {
    context.fillStyle = name === 'red' ? '#f00' : '#0f0'
    context.fillRect(x, y, side, side)
  }
  const path = join(dirname(database()), `${squares.length} squares.png`)
  writeFileSync(path, canvas.toBuffer('image/png'))
  return pathToFileURL(path).href
}

const outline = ([name, x, y, side]: Square) => ({
  name,
  type: 'polygon' as const,
  polygon: { paths: [[x, y, x + side, y, x + side, y + side, x, y + side]].map(pointsOf) },
})

const pointsOf = (ring: number[]) =>
  Array.from({ length: ring.length / 2 }, (_, i) => ({ x: ring[2 * i] as number, y: ring[2 * i + 1] as number }))

async function add(client: Client, dataset: string, squares: readonly Square[], annotations: object[]): Promise<void> {
  const { id } = await client.images.import({ body: { dataset, gcs_uri: picture(squares), directory_path: '/' } })
  const body = { annotations: annotations as ReturnType<typeof outline>[] }
  await client.annotations.save({ params: { dataset, filename_path: id }, body })
}

it('compares the outlines of a real model with polygons', { timeout: 120_000 }, async () => {
  const { client } = await launch()
  const gcs_uri = pathToFileURL(join(root, 'tests/fixtures/models/colours-v8-segment.onnx')).href
  const model = await client.models.import({ body: { gcs_uri } })
  expect(model.model_type).toBe('instance_segmentation')
  const classes = [{ name: 'red' }, { name: 'green' }]
  const body = { name: 'Squares', classes, annotation_types: ['polygon' as const] }
  const { id: dataset } = await client.datasets.create({ body })
  await add(client, dataset, [RED, GREEN], [outline(RED), outline(GREEN)])
  // The green square is marked as a red one: an object that is found as another class.
  await add(client, dataset, [GREEN], [outline(['red', 192, 128, 16])])
  const export_id = await exported(client, dataset)
  const { id } = await client.modelEvaluations.create({ body: { model_id: model.id, export_id, iou_threshold: 0.2 } })
  const found = await ended(client, id)
  // The model's boxes are twice as wide as the squares, so that their IoU is a quarter.
  expect(found.confusion_matrix?.grid).toEqual([
    [1, 1, 0],
    [0, 1, 0],
    [0, 0, 0],
  ])
  expect(found.per_class_metrics).toMatchObject([
    { class_name: 'red', support: 2, precision: 1, recall: 0.5 },
    { class_name: 'green', support: 1, precision: 0.5, recall: 1 },
  ])
  const [red, green] = found.seg_metrics?.per_class ?? []
  // Outlines are within half a cell of four pixels: far above what the boxes would give.
  expect(red?.iou).toBeGreaterThan(0.35)
  expect(red?.iou).toBeLessThan(0.5)
  expect(green?.iou).toBeGreaterThan(0.35)
  const both = found.best_images?.find(({ filename }) => filename === '2 squares.png')
  const masks = await client.modelEvaluations.image({ params: { evaluation_id: id, position: String(both?.position) } })
  expect(masks.predictions.map((one) => [one.class_name, one.truth])).toEqual(
    expect.arrayContaining([
      ['red', 'red'],
      ['green', 'green'],
    ]),
  )
  for (const { polygon } of [...masks.truth, ...masks.predictions]) expect(polygon?.paths).toHaveLength(1)
})
