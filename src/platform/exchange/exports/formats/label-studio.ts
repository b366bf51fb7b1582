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
    confidence: true,
    ids: true,
    splits: false,
    losses: [],
  },
  files: labelStudioFiles,
}

async function* labelStudioFiles(source: FrozenExport, losses: Losses): AsyncGenerator<ArchiveFile> {
  const written: Written = { bbox: new Set(), polygon: new Set(), keypoint: new Set() }
  yield streamedText('tasks.json', tasks(source, losses, written))
  // Known once the tasks are written.
  yield textFile('label_config.xml', configOf(source, written))
  for await (const image of source.images()) yield imageFile(`images/${image.archivePath}`, image)
}

/** The classes of each control. */
type Written = Readonly<Record<keyof typeof KINDS, Set<string>>>

/**
 * Keypoints have the classes only that have points, each with an index: Label Studio makes one skeleton of all of them, and takes
 * their boxes for parts of it.
 */
function configOf({ classes }: FrozenExport, written: Written): string {
  const label = (name: string, more = '') => `    <Label value="${escaped(name)}"${more}/>\n`
  const control = (kind: keyof typeof KINDS, labels: readonly string[]) =>
    `  <${KINDS[kind]} name="${kind}" toName="image">\n${labels.join('')}  </${KINDS[kind]}>\n`
  const all = classes.map((name) => label(name))
  const points = classes.filter((name) => written.keypoint.has(name))
  const controls = [
    control('bbox', all),
    written.polygon.size > 0 ? control('polygon', all) : '',
    points.length > 0
      ? control(
          'keypoint',
          points.map((name, i) => label(name, ` model_index="${i}"`)),
        )
      : '',
  ]
  return `<View>\n  <Image name="image" value="$image"/>\n${controls.join('')}</View>\n`
}

async function* tasks(source: FrozenExport, losses: Losses, written: Written): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const image of source.images()) {
    yield separator + JSON.stringify(await taskOf(image, losses, written))
    separator = ',\n'
  }
  yield '\n]\n'
}

async function taskOf(image: FrozenImage, losses: Losses, written: Written): Promise<object> {
  const [result, pending]: [object[], object[]] = [[], []]
  const pause = pausing()
  for (const annotation of image.annotations) {
    if (pause.isDue) await pause.take()
    losses.begin(image, annotation)
    const region = regionOf(annotation, image, losses, written)
    if (region) (fieldsOf(annotation).review === 'pending' ? pending : result).push(region)
  }
  return {
    id: image.position + 1,
    data: { image: `images/${image.archivePath}` },
    annotations: [{ result }],
    ...(pending.length > 0 && { predictions: [{ result: pending }] }),
  }
}

function regionOf(
  annotation: Annotation,
  { width, height }: FrozenImage,
  losses: Losses,
  written: Written,
): object | null {
  const { id, name, type, confidence, bounding_box, polygon, keypoint } = annotation
  const percentX = (x: number) => (x / width) * 100
  const percentY = (y: number) => (y / height) * 100
  const region = (kind: keyof typeof KINDS, value: object) => {
    written[kind].add(name)
    const label = KINDS[kind].toLowerCase()
    const common = {
      id,
      type: label,
      from_name: kind,
      to_name: 'image',
      original_width: width,
      original_height: height,
    }
    const score = confidence === null ? {} : { score: confidence }
    return { ...common, ...score, image_rotation: 0, value: { ...value, [label]: [name] } }
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
