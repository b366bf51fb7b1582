import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Annotation, BoundingBox } from '../../shared/domain/annotation.ts'
import type { AnnotationHeader, AnnotationRecord } from '../../shared/domain/annotation-record.ts'
import type { Detection, Ring } from '../../shared/domain/detection.ts'
import type { Box, Size } from '../../shared/domain/geometry.ts'
import { message } from '../../shared/messages/message.ts'
import { outputFailure } from '../core/run-failure.ts'
import type { Frame } from '../media/frame.ts'
import { encodeJpeg } from '../media/jpeg-writer.ts'
import { derivedId } from '../output/digest.ts'
import { pixels, seconds } from './detection-record.ts'
import { givenName, type SinkContext, type SinkWriter } from './sink-writer.ts'
import { createTextFile, type TextFileState } from './text-file.ts'

/** Number of frames stored as images; a video has more than can be annotated. */
export const MAX_IMAGES = 2000

interface AnnotationsState {
  name: string
  records: number
  pictures: string[]
  leftOut: number
  file: TextFileState
}

/**
 * JSON Lines: a header, then an `AnnotationRecord` for each image of a data set, and for each other frame with
 * detections. Such frames are stored beside it as JPEG files, so that they can become images of a data set.
 */
export async function annotationsSink(context: SinkContext): Promise<SinkWriter> {
  const { node, output, header, warn } = context
  const saved = context.saved as AnnotationsState | null
  const own = givenName(node)
  const base = own === null ? 'annotations' : `${own}-annotations`
  const { name, path } = saved ? output.claim(saved.name) : output.reserve(base, '.jsonl')
  const file = await createTextFile(path, saved?.file)
  const line = (value: object) => file.write(`${JSON.stringify(value)}\n`)
  const dataset = node.config.dataset_project_id ?? null
  const head: AnnotationHeader = { record: 'header', format: 'sightline-annotations', version: 1, dataset }
  if (!saved) await line({ ...head, ...header })
  let records = saved?.records ?? 0
  let leftOut = saved?.leftOut ?? 0
  const pictures: string[] = []
  const keep = (picture: string) => {
    pictures.push(picture)
    output.add({ name: picture, kind: 'annotations', nodeId: node.id, mediaType: 'image/jpeg', records: null })
  }
  for (const picture of saved?.pictures ?? []) keep(output.claim(picture).name)

  /** The name of the file; null beyond the limit. */
  async function storeImage(frame: Frame): Promise<string | null> {
    if (pictures.length >= MAX_IMAGES) {
      leftOut++
      return null
    }
    const picture = output.reserve(`${base}-${numbered(frame)}`, '.jpg')
    const whole = { x1: 0, y1: 0, x2: frame.width, y2: frame.height }
    try {
      // A resumed run overwrites images that it stored after its checkpoint.
      await writeFile(picture.path, await encodeJpeg(frame.image, whole))
    } catch (error) {
      throw outputFailure(error, picture.name) ?? error
    }
    keep(picture.name)
    return picture.name
  }

  return {
    async write({ frame, detections }) {
      const imageId = frame.source?.id ?? null
      if (!detections || (imageId === null && detections.length === 0)) return
      const annotations = detections.flatMap((d, i) => {
        const id = derivedId(header.run_id, node.id, String(imageId ?? frame.index), String(i))
        return annotationOf(d, id, frame) ?? []
      })
      const picture = imageId === null ? await storeImage(frame) : null
      if (imageId === null && picture === null) return
      const { width, height, index: frame_index, ptsS } = frame
      const filename = frame.source ? ownName(frame.source.name, imageId) : `${numbered(frame)}.jpg`
      const at = { frame_index, time_s: seconds(ptsS), width, height }
      const record: AnnotationRecord = { record: 'image', image_id: imageId, filename, ...at, picture, annotations }
      await line(record)
      records++
    },
    async save(): Promise<AnnotationsState> {
      const now = { name, records, pictures: [...pictures], leftOut }
      return { ...now, file: await file.save() }
    },
    async finish() {
      if (leftOut > 0) warn(message('log.annotated_frames_skipped', { kept: pictures.length, leftOut }))
      await file.finish()
      output.add({ name, kind: 'annotations', nodeId: node.id, mediaType: 'application/x-ndjson', records })
    },
    close: () => file.close(),
  }
}

const numbered = ({ index }: Frame): string => `frame-${String(index).padStart(6, '0')}`

/** The stored image of a file is a JPEG, whatever the file's format. */
function ownName(name: string, imageId: string | null): string {
  return imageId === null ? `${name.slice(0, name.length - extname(name).length)}.jpg` : name
}

/** Null for a detection without area inside the frame. */
function annotationOf(d: Detection, id: string, frame: Size): Annotation | null {
  const bounding_box = clipped(d.box, frame)
  if (!bounding_box) return null
  const common = { id, name: d.className, confidence: Math.round(Math.min(1, Math.max(0, d.score)) * 1e4) / 1e4 }
  const paths = (d.rings ?? []).map((ring) => pointsOf(ring, frame)).filter((points) => points.length >= 3)
  if (paths.length === 0) return { ...common, type: 'bbox', bounding_box }
  return { ...common, type: 'polygon', polygon: { paths }, bounding_box }
}

function clipped({ x1, y1, x2, y2 }: Box, { width, height }: Size): BoundingBox | null {
  const [x, y] = [pixels(Math.max(0, x1)), pixels(Math.max(0, y1))]
  const [w, h] = [pixels(Math.min(width, x2) - x), pixels(Math.min(height, y2) - y)]
  return w > 0 && h > 0 ? { x, y, w, h } : null
}

function pointsOf(ring: Ring, { width, height }: Size): { x: number; y: number }[] {
  const within = (value: number, end: number) => pixels(Math.min(end, Math.max(0, value)))
  const points = []
  for (let i = 0; i + 1 < ring.length; i += 2) {
    points.push({ x: within(ring[i] as number, width), y: within(ring[i + 1] as number, height) })
  }
  return points
}
