/** Makes small pictures of one image with the settings of a derived data set, for people to see before it is made. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DerivePreview, type derivedDatasets, MAX_PREVIEWED } from '../../../shared/api/derived-datasets.ts'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { inTurn, scaling } from '../../../shared/domain/affine.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import type { PictureOutput, PixelChange } from '../../../shared/engine-contract/picture-change.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import { annotationOf, type LabelledRow } from '../../datasets/stored-annotation.ts'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import { annotationsByImage } from '../exports/freeze.ts'
import { checkDerivation } from './derived-datasets.ts'
import { countPictures, type PlannedPicture, planPictures } from './plan-pictures.ts'
import { carried } from './transform-annotation.ts'

/** @throws ApiError not_found, invalid_field, image_unreadable */
export type PreviewDerivation = (
  caller: Caller,
  dataset: string,
  request: BodyOf<typeof derivedDatasets.preview>,
) => Promise<DerivePreview>

export interface DerivePreviewOptions {
  engine: Pick<Engine, 'changeImage'>
  datasets: Datasets
  images: Pick<Images, 'byId'>
  db: Database
  localFile(sha256: string): Promise<string>
  /** Exists. */
  tmpDir: string
}

/** Longest side of the pictures, in pixels. */
const SIDE = 480

export function createDerivePreview(options: DerivePreviewOptions): PreviewDerivation {
  const { engine, datasets, images, db, localFile, tmpDir } = options

  return async (caller, nameOrId, { image_id, ...settings }) => {
    checkDerivation(settings)
    const dataset = await datasets.rowOf(caller, nameOrId)
    const image = await images.byId(caller, image_id)
    if (image?.dataset_id !== dataset.id) throw new ApiError('not_found', message('image.missing', { id: image_id }))
    const { sha256, filename: name, width, height } = image
    const planned = planPictures(settings, image).slice(0, MAX_PREVIEWED)
    const folder = await mkdtemp(join(tmpDir, 'preview-'))
    try {
      const outputs = planned.map((picture, i) => smaller(picture, join(folder, `${i}.jpg`)))
      const request = { path: await localFile(sha256), name, width, height, encoding: 'jpeg', outputs } as const
      const made = await engine.changeImage(request)
      if (!made.ok) throw new ApiError('image_unreadable', made.error)
      const labels = (await annotationsByImage(db, [image])).get(image.id) ?? []
      const pictures: DerivePreview['pictures'] = []
      for (const [i, { map, size, change }] of planned.entries()) {
        const frame = { map, size, cutouts: change?.cutouts ?? [], minVisible: settings.min_visible }
        const jpeg = (await readFile((outputs[i] as PictureOutput).path)).toString('base64')
        pictures.push({ ...size, jpeg, annotations: await shapesIn(labels, frame) })
      }
      return { image_id: image.id, filename: name, pictures, total: countPictures(settings, image) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function shapesIn(labels: readonly LabelledRow[], frame: Parameters<typeof carried>[1]) {
  const shapes: DerivePreview['pictures'][number]['annotations'] = []
  const pause = pausing()
  for (const label of labels) {
    if (pause.isDue) await pause.take()
    const annotation = annotationOf(label)
    const { name, type } = annotation
    for (const { isHidden: _, ...geometry } of carried(annotation, frame)) shapes.push({ name, type, ...geometry })
  }
  return shapes
}

function smaller({ size, map, change }: PlannedPicture, path: string): PictureOutput {
  const scale = Math.min(1, SIDE / Math.max(size.width, size.height))
  const pixels = (side: number) => Math.max(1, Math.round(side * scale))
  return {
    path,
    width: pixels(size.width),
    height: pixels(size.height),
    map: scale === 1 ? map : inTurn(map, scaling(scale, scale)),
    change: change && scaled(change, scale),
  }
}

const scaled = ({ blur, cutouts, ...change }: PixelChange, scale: number): PixelChange => ({
  ...change,
  blur: blur * scale,
  cutouts: cutouts.map(({ x, y, w, h }) => ({ x: x * scale, y: y * scale, w: w * scale, h: h * scale })),
})
