/**
 * Label Studio: `tasks.json` with a task for each image, `label_config.xml`, and the images in `images/`. Coordinates are percent of
 * the image. An outline has one ring.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import { pausing } from '../../../machine/pauses.ts'
import { type ArchiveFile, imageFile, streamedText, textFile } from './archive-file.ts'
import type { FormatWriter } from './format-writer.ts'
import type { FrozenExport, FrozenImage } from './frozen-export.ts'
import type { Losses } from './losses.ts'
import { outlineOf } from './outline.ts'
import { escaped } from './xml-text.ts'

const KINDS = { bbox: 'RectangleLabels', polygon: 'PolygonLabels', keypoint: 'KeyPointLabels' } as const
/** Percent of the image's width: the size in which a point is shown. */
const POINT_WIDTH = 0.5

export const labelStudioWriter: FormatWriter = {
  holds: {
    shapes: { box: 'kept', outline: 'kept', holes: 'holes', parts: 'parts', polyline: 'polylines', keypoint: 'kept' },
    fields: ['review'],
    confidence: false,
    ids: true,
    splits: false,
    losses: [],
  },
  files: labelStudioFiles,
}

async function* labelStudioFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  yield textFile('label_config.xml', configOf(source))
  yield streamedText('tasks.json', tasks(source, losses))
  for await (const image of source.images()) yield imageFile(`images/${image.archivePath}`, image)
}

function configOf({ classes, types }: FrozenExport): string {
  const labels = classes.map((name) => `    <Label value="${escaped(name)}"/>\n`).join('')
  const controls = (['bbox', 'polygon', 'keypoint'] as const).filter((type) => types.has(type) || type === 'bbox')
  const written = controls.map(
    (type) => `  <${KINDS[type]} name="${type}" toName="image">\n${labels}  </${KINDS[type]}>\n`,
  )
  return `<View>\n  <Image name="image" value="$image"/>\n${written.join('')}</View>\n`
}

async function* tasks(source: FrozenExport, losses: Losses): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const image of source.images()) {
    yield separator + JSON.stringify(await taskOf(image, losses))
    separator = ',\n'
  }
  yield '\n]\n'
}

async function taskOf(image: FrozenImage, losses: Losses): Promise<object> {
  const [result, pending]: [object[], object[]] = [[], []]
  const pause = pausing()
  for (const annotation of image.annotations) {
    if (pause.isDue) await pause.take()
    losses.begin(image, annotation)
    const region = regionOf(annotation, image, losses)
    if (region && fieldsOf(annotation).review === 'pending') pending.push({ ...region, score: annotation.confidence })
    else if (region) result.push(region)
  }
  return {
    id: image.position + 1,
    data: { image: `images/${image.archivePath}` },
    annotations: [{ result }],
    ...(pending.length > 0 && { predictions: [{ result: pending }] }),
  }
}

function regionOf(annotation: Annotation, { width, height }: FrozenImage, losses: Losses): object | null {
  const { id, name, type, bounding_box, polygon, keypoint } = annotation
  const percentX = (x: number) => (x / width) * 100
  const percentY = (y: number) => (y / height) * 100
  const region = (kind: 'bbox' | 'polygon' | 'keypoint', value: object) => {
    const label = KINDS[kind].toLowerCase()
    const common = {
      id,
      type: label,
      from_name: kind,
      to_name: 'image',
      original_width: width,
      original_height: height,
    }
    return { ...common, image_rotation: 0, value: { ...value, [label]: [name] } }
  }
  if (type === 'bbox' && bounding_box) {
    const { x, y, w, h } = bounding_box
    const box = { x: percentX(x), y: percentY(y), width: percentX(w), height: percentY(h), rotation: 0 }
    return region('bbox', box)
  }
  if (type === 'keypoint' && keypoint) {
    return region('keypoint', { x: percentX(keypoint.x), y: percentY(keypoint.y), width: POINT_WIDTH })
  }
  if (type === 'polygon' && polygon) {
    const { rings, holes } = outlineOf(polygon.paths)
    if (holes > 0) losses.note('holes')
    if (rings.length > 1) losses.note('parts')
    const points = (rings[0] ?? []).map(({ x, y }) => [percentX(x), percentY(y)])
    return region('polygon', { points, closed: true })
  }
  losses.note('polylines')
  return null
}
