/**
 * CVAT for images 1.1: `annotations.xml` and the images in `images/`. Coordinates are pixels from 0. An outline has one ring, so one
 * with holes or several parts is written as a mask of whole pixels.
 */
import { type Annotation, boundsOf } from '../../../../shared/domain/annotation.ts'
import { maskOfRings } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralFields } from '../../../datasets/labels/neutral.ts'
import { turnedBack } from '../../../datasets/labels/rotated-box.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { outlineOf, type Ring } from './outline.ts'
import { escaped } from './xml-text.ts'

export const cvatWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'masks', parts: 'masks', polyline: 'kept', keypoint: 'kept' },
    fields: ['occluded', 'z', 'attributes'],
    confidence: false,
    ids: false,
    splits: true,
    losses: ['holes', 'parts'],
  },
  files: cvatFiles,
}

async function* cvatFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  yield streamedText('annotations.xml', document(source, losses))
  for await (const image of source.images()) yield imageFile(`images/${image.archivePath}`, image)
}

async function* document(source: FrozenExport, losses: Losses): AsyncGenerator<string> {
  const { name, classes, splits } = source
  yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n  <version>1.1</version>\n  <meta>\n'
  yield `    <task>\n      <name>${escaped(name)}</name>\n      <mode>annotation</mode>\n      <labels>\n`
  for (const label of classes) yield `        <label><name>${escaped(label)}</name><attributes></attributes></label>\n`
  yield '      </labels>\n    </task>\n  </meta>\n'
  const hasSplits = splits.length > 1
  const pause = pausing()
  for await (const image of source.images()) {
    const subset = hasSplits ? ` subset="${image.split}"` : ''
    const size = `width="${image.width}" height="${image.height}"`
    yield `  <image id="${image.position}" name="${escaped(image.archivePath)}"${subset} ${size}>\n`
    for (const annotation of image.annotations) {
      if (pause.isDue) await pause.take()
      losses.begin(image, annotation)
      const element = elementOf(annotation, image, losses)
      if (element !== null) yield element
    }
    yield '  </image>\n'
  }
  yield '</annotations>\n'
}

function elementOf(annotation: Annotation, image: FrozenImage, losses: Losses): string | null {
  const { type, name, bounding_box, polygon, polyline, keypoint } = annotation
  const fields = fieldsOf(annotation)
  const write = (kind: string, geometry: Record<string, string | number>, left = fields) =>
    elementText(
      kind,
      { label: name, source: 'manual', occluded: fields.occluded ? 1 : 0, ...geometry, z_order: fields.z ?? 0 },
      left,
    )
  if (type === 'bbox' && bounding_box) return write('box', sides(bounding_box))
  if (type === 'polyline' && polyline) return write('polyline', { points: pointsText(polyline.points) })
  if (type === 'keypoint' && keypoint) return write('points', { points: pointsText([keypoint]) })
  if (type !== 'polygon' || !polygon) return null
  const rotation = fields.attributes?.rotation
  const [ring] = polygon.paths
  if (typeof rotation === 'number' && polygon.paths.length === 1 && ring?.length === 4) {
    const { rotation: _, ...attributes } = fields.attributes ?? {}
    return write('box', { ...sides(turnedBack(ring, rotation)), rotation }, { ...fields, attributes })
  }
  if (polygon.paths.length === 1 && ring) return write('polygon', { points: pointsText(ring) })
  const mask = maskOf(polygon.paths, image)
  if (mask) {
    losses.note('masks')
    return write('mask', mask)
  }
  const { rings, holes } = outlineOf(polygon.paths)
  if (holes > 0) losses.note('holes')
  if (rings.length > 1) losses.note('parts')
  return write('polygon', { points: pointsText(rings[0] ?? []) })
}

const sides = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => ({
  xtl: x,
  ytl: y,
  xbr: x + w,
  ybr: y + h,
})

const pointsText = (points: Ring): string => points.map(({ x, y }) => `${x},${y}`).join(';')

/** Runs along the rows of the mask's own box; null for rings that contain no centre of a pixel. */
function maskOf(paths: readonly Ring[], { width, height }: FrozenImage): Record<string, string | number> | null {
  const box = boundsOf(paths.flat())
  const left = Math.max(0, Math.floor(box.x))
  const top = Math.max(0, Math.floor(box.y))
  const [w, h] = [Math.min(width, Math.ceil(box.x + box.w)) - left, Math.min(height, Math.ceil(box.y + box.h)) - top]
  if (w <= 0 || h <= 0) return null
  // Masks are read column by column: those of the transposed rings are rows.
  const transposed = paths.map((ring) => ring.map(({ x, y }) => ({ x: y - top, y: x - left })))
  const mask = maskOfRings(transposed, h, w)
  if (!mask || mask.runs.length === 1) return null
  return { rle: mask.runs.join(', '), left, top, width: w, height: h }
}

function elementText(kind: string, attributes: Record<string, string | number>, fields: NeutralFields): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
  const own = Object.entries(fields.attributes ?? {}).map(
    ([name, value]) => `      <attribute name="${escaped(name)}">${escaped(String(value))}</attribute>\n`,
  )
  return `    <${kind}${written.join('')}>\n${own.join('')}    </${kind}>\n`
}
