/** Outlines objects of one image by a point, a box or a text. Results are returned, not saved. */
import type { autoAnnotate, PromptResult } from '../../../shared/api/auto-annotate.ts'
import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Annotation, BoundingBox } from '../../../shared/domain/annotation.ts'
import type { Box, Point, Size } from '../../../shared/domain/geometry.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import type {
  Segmentation,
  SegmentedObject,
  Segmenter,
  SegmentPrompt,
} from '../../../shared/engine-contract/segmentation.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import { type NamedImage, namedImages } from '../../datasets/images/named-images.ts'
import { type Database, newId } from '../../db/database.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { InstalledSegmenters } from './installed-segmenters.ts'
import { objectAnnotation } from './object-annotation.ts'

export interface Prompts {
  /** @throws ApiError not_found, image_unreadable, model_unreadable, invalid_field, here and below */
  point(caller: Caller, request: BodyOf<typeof autoAnnotate.point>): Promise<PromptResult>
  box(caller: Caller, request: BodyOf<typeof autoAnnotate.box>): Promise<PromptResult>
  /** @throws ApiError model_not_installed */
  text(caller: Caller, request: BodyOf<typeof autoAnnotate.text>): Promise<PromptResult>
}

export interface PromptsOptions {
  db: Database
  engine: Engine
  blobs: BlobStore
  datasets: Datasets
  segmenters: InstalledSegmenters
}

/** Objects of a text below the threshold are looked for too, so that a result can name the best score. */
const LOWEST_SCORE = 0.05

export function createPrompts({ db, engine, blobs, datasets, segmenters }: PromptsOptions): Prompts {
  async function imageOf(caller: Caller, { dataset_name, image_filename }: Prompted): Promise<NamedImage> {
    const dataset = await datasets.rowOf(caller, dataset_name)
    const { images } = await namedImages(db, dataset.id, [image_filename], MOST_NAMED)
    const [image, another] = [images.find(({ directory_path }) => directory_path === '/') ?? images[0], images[1]]
    if (!image) {
      const missing = { path: image_filename, dataset: dataset.name }
      throw new ApiError('not_found', message('image.missing_in_dataset', missing))
    }
    if (another && image.directory_path !== '/') throw invalid('/image_filename', message('annotate.image_ambiguous'))
    return image
  }

  async function segmented(image: NamedImage, segmenter: Segmenter, prompt: SegmentPrompt): Promise<Segmentation> {
    const { sha256, filename: name } = image
    const file = { path: await blobs.localFile(sha256), name, sha256 }
    const result = await engine.segment({ segmenter, image: file, prompt, background: false })
    if (result.ok) return result.value
    throw new ApiError(result.error.code.startsWith('model_') ? 'model_unreadable' : 'image_unreadable', result.error)
  }

  return {
    async point(caller, request) {
      const { x, y, positive_points = [], negative_points = [], name = 'object', score_threshold = 0.75 } = request
      const image = await imageOf(caller, request)
      requireInside('/x', image, { x, y: 0 })
      requireInside('/y', image, { x: 0, y })
      const positive = [{ x, y }, ...pointsAt('/positive_points', image, positive_points)]
      const negative = pointsAt('/negative_points', image, negative_points)
      const found = await segmented(image, await segmenters.forPoints(), { kind: 'points', positive, negative })
      return resultOf(found, score_threshold, (object) => objectAnnotation(object, name, 'polygon'))
    },

    async box(caller, request) {
      const { box, name, confidence_threshold = 0.5, return_polygon = true, negative_boxes = [] } = request
      const image = await imageOf(caller, request)
      const negative = negative_boxes.map((other, i) => boxAt(`/negative_boxes/${i}`, image, other))
      const prompt = { kind: 'box', box: boxAt('/box', image, box), negative } as const
      const found = await segmented(image, await segmenters.forBoxes(), prompt)
      const type = return_polygon ? 'polygon' : 'bbox'
      return resultOf(found, confidence_threshold, (object) => objectAnnotation(object, name, type))
    },

    async text(caller, request) {
      const { text_prompt: name, output_type = 'polygon', confidence_threshold = 0.3, max_detections = 50 } = request
      const image = await imageOf(caller, request)
      const segmenter = await segmenters.sam3()
      if (!segmenter) throw new ApiError('model_not_installed', message('annotate.text_needs_sam3'))
      const found = await segmented(image, segmenter, {
        kind: 'texts',
        classes: [{ name, output_type }],
        confidence: Math.min(confidence_threshold, LOWEST_SCORE),
        maxDetections: max_detections,
        tileSize: null,
      })
      return resultOf(found, confidence_threshold, (object) => objectAnnotation(object, name, output_type))
    },
  }
}

interface Prompted {
  dataset_name: string
  image_filename: string
}

/** Two are enough to know that a name is not unique; more, since the one at the root goes first. */
const MOST_NAMED = 100

function resultOf(
  { segmenter, objects, ms }: Segmentation,
  threshold: number,
  annotationOf: (object: SegmentedObject) => Omit<Annotation, 'id'>,
): PromptResult {
  const kept = objects.filter(({ score }) => score >= threshold)
  return {
    status: kept.length > 0 ? 'success' : objects.length > 0 ? 'below_threshold' : 'no_detection',
    annotations: kept.map((object) => ({ id: newId(), ...annotationOf(object) })),
    score: objects[0]?.score ?? null,
    inference_time: ms / 1000,
    segmenter,
  }
}

const pointsAt = (field: string, image: Size, points: readonly (readonly [number, number])[]): Point[] =>
  points.map(([x, y], i) => requireInside(`${field}/${i}`, image, { x, y }))

function requireInside(field: string, image: Size, point: Point): Point {
  const isInside = point.x >= 0 && point.y >= 0 && point.x < image.width && point.y < image.height
  if (!isInside) throw outside(field, image)
  return point
}

/** A box may reach beyond the image by rounding, and counts as far as it lies inside. */
function boxAt(field: string, image: Size, { x, y, w, h }: BoundingBox): Box {
  const box = {
    x1: Math.max(0, x),
    y1: Math.max(0, y),
    x2: Math.min(image.width, x + w),
    y2: Math.min(image.height, y + h),
  }
  const isWithin = x >= -1 && y >= -1 && x + w <= image.width + 1 && y + h <= image.height + 1
  if (!isWithin || box.x2 <= box.x1 || box.y2 <= box.y1) throw outside(field, image)
  return box
}

const outside = (field: string, { width, height }: Size): ApiError =>
  invalid(field, message('annotate.outside_image', { width, height }))

export function invalid(field: string, problem: ReturnType<typeof message>): ApiError {
  const problems = message('invalid.at', { field, problem })
  return new ApiError('invalid_field', message('invalid.body', { problems }), [{ field, ...saidOf(problem) }])
}
