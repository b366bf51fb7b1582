/**
 * Datumaro: a JSON document for each subset, `annotations/<subset>.json`, and images in `images/<subset>/`. Coordinates are pixels
 * from 0. The categories are read before the items, wherever they stand.
 */
import { message } from '../../../../shared/messages/message.ts'
import type { ReadImage, ReadLabels, ReadNotes } from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import { withoutEnding } from './archive-images.ts'
import type { JsonStart } from './archive-outline.ts'
import { splitOfName } from './archive-splits.ts'
import { noteBroken } from './broken-document.ts'
import { type DatumaroCategories, datumaroAnnotations } from './datumaro-shapes.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { jsonItems } from './json-items.ts'
import { isRecord, numbersOf, textField } from './json-values.ts'

export const datumaroReader: FormatReader = {
  recognise({ json }) {
    const documents = json.filter(isOfDatumaro).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.datumaro', { document }) }
  },
  isInParts: true,
  read: readDatumaro,
}

/** Categories are an object by kinds, unlike the list of COCO. */
function isOfDatumaro({ first }: JsonStart): boolean {
  const item = first.get('items')
  if (first.has('dm_format_version')) return true
  return (
    isRecord(item) && Array.isArray(item.annotations) && (isRecord(first.get('categories')) || isRecord(item.image))
  )
}

async function* readDatumaro({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    try {
      yield* labelsOf(files, document, images, notes)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

async function* labelsOf(
  files: LabelFiles,
  document: string,
  images: ArchiveImages,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  const categories = await categoriesOf(files, document)
  notes.classes(categories.labels.flatMap(({ name, isPoint }) => (isPoint ? [] : [name])))
  for (const { name, isGrouped } of categories.labels) if (isGrouped) notes.noted('class.group', document, name)
  const subset = withoutEnding(document.slice(document.lastIndexOf('/') + 1))
  let position = 0
  for await (const { key, value } of jsonItems(files.read(document))) {
    if (key !== 'items') continue
    const at = `item ${position++}`
    const image = isRecord(value) ? imageOf(value, document, subset, images) : null
    const annotations = isRecord(value) && Array.isArray(value.annotations) ? value.annotations : []
    if (!image) {
      notes.dropped('annotation.invalid', document, at, Math.max(1, annotations.length))
      continue
    }
    yield { image, annotations: await datumaroAnnotations(annotations, categories, image.path, notes) }
  }
}

/** Reads no further than to the items when the categories stand before them, as Datumaro writes them. */
async function categoriesOf(files: LabelFiles, document: string): Promise<DatumaroCategories> {
  let found: unknown = null
  for await (const { key, value } of jsonItems(files.read(document))) {
    if (key === 'categories') found = value
    if (key === 'items' && found !== null) break
  }
  const { label, points } = isRecord(found) ? found : {}
  const labels = isRecord(label) && Array.isArray(label.labels) ? label.labels : []
  const ofPoints = isRecord(points) && Array.isArray(points.items) ? points.items.filter(isRecord) : []
  return {
    labels: labels.map((one) => {
      const { name, parent } = isRecord(one) ? one : {}
      const isBelow = typeof parent === 'string' && parent !== ''
      const isPoint = isBelow && isSkeleton(parent)
      return { name: textField(name) ?? '', isPoint, isGrouped: isBelow && !isPoint }
    }),
    points: new Map(
      ofPoints.map((item) => [String(item.label_id), Array.isArray(item.labels) ? item.labels.map(String) : []]),
    ),
  }

  /** CVAT lists the points of a skeleton as classes below it; other parents are groups of classes. */
  function isSkeleton(parent: string): boolean {
    const at = labels.findIndex((one) => isRecord(one) && one.name === parent)
    return at >= 0 && ofPoints.some(({ label_id }) => label_id === at)
  }
}

/** Null for an item without a name. */
function imageOf(
  item: Readonly<Record<string, unknown>>,
  document: string,
  subset: string,
  images: ArchiveImages,
): ReadImage | null {
  const { image, media, video_frame: frame } = item
  const { path, size } = isRecord(image) ? image : isRecord(media) ? media : {}
  const [height = null, width = null] = numbersOf(size) ?? []
  const given = textField(path)
  const stem = isRecord(frame) && typeof frame.frame_index === 'number' ? frameName(frame) : textField(item.id)
  const name = given ?? stem
  if (name === null) return null
  const place = { near: document, subset }
  const file = given === null ? images.findStem(name, place) : images.find(given, place)
  return {
    path: file ?? name,
    ...(given !== null && stem !== null && { aliases: [stem] }),
    ...place,
    split: splitOfName(subset),
    isStem: file === null && given === null,
    file,
    width: width !== null && width > 0 ? width : null,
    height: height !== null && height > 0 ? height : null,
    unit: 'pixels',
  }
}

/** Frames of a video that were extracted beside it. */
const frameName = ({ video_path, frame_index }: Readonly<Record<string, unknown>>): string =>
  `${withoutEnding(textField(video_path) ?? 'video')}/frame_${String(frame_index).padStart(6, '0')}`
