/**
 * COCO: one document, or several, with `images`, `categories` and `annotations`. Each document is read twice, since images can
 * follow their annotations. Ids are read as they are: 0 is one.
 */

import type { BoundingBox } from '../../../../shared/domain/annotation.ts'
import { cutBefore } from '../../../../shared/domain/cut-text.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  Point,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import { maskOf } from '../../../datasets/labels/rle.ts'
import { outlineOf } from '../../exports/formats/outline.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import type { ArchiveImages } from './archive-images.ts'
import { type JsonItem, jsonItems } from './json-items.ts'
import { isRecord, numbersOf, textField } from './json-values.ts'

interface Category {
  name: string
  keypoints: readonly string[]
}

/** What the annotations of a document refer to, by id. */
interface Declared {
  images: Map<string, ReadImage>
  categories: Map<string, Category>
}

export async function* readCoco(
  files: LabelFiles,
  documents: readonly string[],
  images: ArchiveImages,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    const declared: Declared = { images: new Map(), categories: new Map() }
    yield* readImages(jsonItems(files.read(document)), images, declared)
    notes.classes([...declared.categories.values()].map(({ name }) => name))
    yield* readAnnotations(jsonItems(files.read(document)), document, declared, notes)
  }
}

/** Returns the images of a document, still without annotations, and adds them and the categories to `declared`. */
async function* readImages(
  items: AsyncIterable<JsonItem>,
  archive: ArchiveImages,
  declared: Declared,
): AsyncGenerator<ReadLabels> {
  for await (const { key, value } of items) {
    if (!isRecord(value)) continue
    if (key === 'categories') {
      const category = categoryOf(value)
      if (category !== null) declared.categories.set(String(value.id), category)
    }
    if (key === 'images') {
      const image = imageOf(value, archive)
      if (image === null) continue
      declared.images.set(String(value.id), image)
      yield { image, annotations: [] }
    }
  }
}

async function* readAnnotations(
  items: AsyncIterable<JsonItem>,
  document: string,
  declared: Declared,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  let position = 0
  for await (const { key, value } of items) {
    if (key !== 'annotations') continue
    const here = `annotation at ${position++}`
    if (!isRecord(value)) {
      notes.dropped('annotation.invalid', document, here)
      continue
    }
    const at = value.id === undefined ? here : `annotation ${String(value.id)}`
    const image = declared.images.get(String(value.image_id))
    const category = declared.categories.get(String(value.category_id))
    if (!image) notes.dropped('annotation.unknown_image', document, at)
    else if (!category) notes.dropped('annotation.no_class', image.path, at)
    else {
      const annotations = await annotationsOf(value, category, image.path, notes)
      if (annotations.length > 0) yield { image, annotations }
    }
  }
}

/** Null without a name. */
function categoryOf(value: Record_): Category | null {
  const name = textField(value.name)
  const keypoints = Array.isArray(value.keypoints) ? value.keypoints.map(String) : []
  return name === null ? null : { name, keypoints }
}

/** Null without a file name. */
function imageOf(value: Record_, archive: ArchiveImages): ReadImage | null {
  const path = textField(value.file_name)
  if (path === null) return null
  return {
    path,
    isStem: false,
    file: archive.find(path),
    width: sideOf(value.width),
    height: sideOf(value.height),
    unit: 'pixels',
  }
}

const sideOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

type Record_ = Readonly<Record<string, unknown>>

type Shaped = { shape: NeutralShape; rules?: NonNullable<NeutralAnnotation['rules']> }

/** What the annotations of one object share. */
type Common = Pick<NeutralAnnotation, 'name' | 'confidence' | 'fields'>

interface LabelledPoint {
  label: string
  point: Point
}

async function annotationsOf(
  value: Record_,
  category: Category,
  path: string,
  notes: ReadNotes,
): Promise<NeutralAnnotation[]> {
  const id = idOf(value)
  const fields = fieldsOf(value)
  const confidence = typeof value.score === 'number' ? value.score : null
  const common: Common = { name: category.name, confidence, ...(fields && { fields }) }
  const points = keypointsOf(value.keypoints, category)
  let found: Shaped | null
  try {
    found = await shapeOf(value)
  } catch (error) {
    notes.dropped('annotation.invalid', path, error instanceof Error ? error.message : undefined)
    return []
  }
  const made: NeutralAnnotation[] = found ? [{ id, ...common, ...found }] : []
  const isOnlyPoint = !found && points.length === 1
  for (const labelled of points) {
    const pointId = isOnlyPoint ? id : id && `${id} ${labelled.label}`
    const separated = points.length > 1 && { rules: ['geometry.points_separated'] as const }
    made.push({ id: pointId, ...common, ...pointOf(labelled, category), ...separated })
  }
  if (made.length === 0) notes.dropped('annotation.invalid', path, id === null ? undefined : `annotation ${id}`)
  return made
}

function idOf({ uuid, id }: Record_): string | null {
  if (typeof uuid === 'string') return uuid
  return id === undefined ? null : String(id)
}

/** A point is named after its class, and after itself where the class has several. */
function pointOf({ label, point }: LabelledPoint, { name, keypoints }: Category) {
  return {
    name: keypoints.length > 1 ? cutBefore(name, ` ${label}`, 200) : name,
    shape: { type: 'keypoint', point } as const,
  }
}

async function shapeOf({ segmentation, bbox }: Record_): Promise<Shaped | null> {
  if (isRecord(segmentation) && Array.isArray(segmentation.size)) {
    const { size, counts } = segmentation
    const [height, width] = numbersOf(size) ?? []
    const runs = typeof counts === 'string' ? counts : numbersOf(counts)
    if (height === undefined || width === undefined || runs === null) throw new RangeError('The mask has no runs.')
    const rings = await ringsOf(maskOf([height, width], runs))
    if (rings.length === 0) throw new RangeError('The mask is empty.')
    return { shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }
  }
  const parts = Array.isArray(segmentation) ? segmentation.map(ringOf).filter((ring) => ring !== null) : []
  // Parts are united, so one inside another is not a hole.
  if (parts.length > 0) return { shape: { type: 'polygon', rings: parts.length > 1 ? outlineOf(parts).rings : parts } }
  const box = boxOf(bbox)
  return box && { shape: { type: 'bbox', box } }
}

function ringOf(part: unknown): Point[] | null {
  const numbers = numbersOf(part)
  if (!numbers || numbers.length < 6 || numbers.length % 2 !== 0) return null
  const ring: Point[] = []
  for (let i = 0; i < numbers.length; i += 2) ring.push({ x: numbers[i] as number, y: numbers[i + 1] as number })
  return ring
}

function boxOf(bbox: unknown): BoundingBox | null {
  const [x, y, w, h] = numbersOf(bbox) ?? []
  if (x === undefined || y === undefined || w === undefined || h === undefined) return null
  return w > 0 && h > 0 ? { x, y, w, h } : null
}

/** The points that are labelled: x, y and a visibility over 0. */
function keypointsOf(value: unknown, { keypoints }: Category): LabelledPoint[] {
  const numbers = numbersOf(value) ?? []
  const found: LabelledPoint[] = []
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    const [x, y, visibility] = [numbers[i], numbers[i + 1], numbers[i + 2]] as [number, number, number]
    if (visibility > 0) found.push({ label: keypoints[i / 3] ?? `${i / 3 + 1}`, point: { x, y } })
  }
  return found
}

function fieldsOf({ iscrowd, attributes, track_id }: Record_): NeutralFields | null {
  const fields: NeutralFields = {}
  const { occluded, track_id: inAttributes, keyframe, ...others } = isRecord(attributes) ? attributes : {}
  const kept = Object.entries(others).filter(([, v]) => ['string', 'number', 'boolean'].includes(typeof v))
  if (iscrowd === 1 || iscrowd === true) kept.push(['iscrowd', true])
  if (kept.length > 0) fields.attributes = Object.fromEntries(kept) as NonNullable<NeutralFields['attributes']>
  if (occluded === true) fields.occluded = true
  if (keyframe === true) fields.keyframe = true
  const track = track_id ?? inAttributes
  if (typeof track === 'string' || typeof track === 'number') fields.track_id = String(track)
  return Object.keys(fields).length > 0 ? fields : null
}
