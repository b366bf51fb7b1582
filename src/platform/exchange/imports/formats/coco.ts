/**
 * COCO: one document, or several, with `images`, `categories` and `annotations`. Each document is read twice, since images can
 * follow their annotations.
 */
import { cutBefore } from '../../../../shared/domain/cut-text.ts'
import { message } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import type { ArchiveImages } from './archive-images.ts'
import type { JsonStart } from './archive-outline.ts'
import { splitOfDocument } from './archive-splits.ts'
import { noteBroken } from './broken-document.ts'
import { keypointsOf, type LabelledPoint, shapeOf } from './coco-shapes.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { type JsonItem, jsonItems } from './json-items.ts'
import { idText, isRecord, textField } from './json-values.ts'

type Json = Readonly<Record<string, unknown>>

interface Category {
  name: string
  keypoints: readonly string[]
}

/** What the annotations of a document refer to, by id; null for an id of two. */
interface Declared {
  images: Map<string, ReadImage | null>
  categories: Map<string, Category | null>
  /** Classes of a group, of all documents. */
  grouped: Set<string>
}

export const cocoReader: FormatReader = {
  recognise({ json }) {
    const documents = json.filter(isCocoDocument).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.coco', { document }) }
  },
  isInParts: true,
  read: readCoco,
}

/** Documents of other tools have lists of categories or images too: the items of COCO have certain members. */
function isCocoDocument({ first }: JsonStart): boolean {
  const [image, annotation] = [first.get('images'), first.get('annotations')]
  return (isRecord(image) && pathOf(image) !== null) || (isRecord(annotation) && idText(annotation.image_id) !== null)
}

/** Returns whether an item is of a list of results, which has no images and no categories. */
export const isCocoResult = (item: unknown): boolean =>
  isRecord(item) &&
  idText(item.image_id) !== null &&
  idText(item.category_id) !== null &&
  [item.bbox, item.segmentation, item.keypoints].some((shape) => shape !== undefined)

async function* readCoco({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  const twice = repetitions(documents)
  const grouped = new Set<string>()
  for (const document of documents) {
    const declared: Declared = { images: new Map(), categories: new Map(), grouped }
    const onNotJson = () => notes.noted('file.not_json', document)
    try {
      yield* readImages(jsonItems(files.read(document), onNotJson), document, images, declared, notes)
      notes.classes([...declared.categories.values()].flatMap((category) => category?.name ?? []))
      yield* readAnnotations(jsonItems(files.read(document)), document, declared, notes, twice)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

/** Returns whether an object was there before. */
type Repeats = (document: string, image: ReadImage, category: Category, value: Json) => boolean

/** `person_keypoints_train.json` repeats objects of `instances_train.json`, with the same ids and boxes. */
function repetitions(documents: readonly string[]): Repeats {
  if (documents.length < 2 || !documents.some((name) => /keypoints/i.test(name))) return () => false
  const seen = new Set<string>()
  return (document, { path }, { name }, { id, bbox }) => {
    if (idText(id) === null || !Array.isArray(bbox)) return false
    const subset = document.replace(/(person_)?keypoints|instances/i, '')
    const key = [subset, path, idText(id), name, bbox.join()].join('\n')
    const isThere = seen.has(key)
    seen.add(key)
    return isThere
  }
}

/** Returns the images of a document, still without annotations, and adds them and the categories to `declared`. */
async function* readImages(
  items: AsyncIterable<JsonItem>,
  document: string,
  archive: ArchiveImages,
  { images, categories, grouped }: Declared,
  notes: ReadNotes,
): AsyncGenerator<ReadLabels> {
  let position = 0
  for await (const { key, value } of items) {
    if (key === 'categories' && isRecord(value)) {
      const category = categoryOf(value)
      if (category === null) continue
      declare(categories, value.id, category, (a, b) => a.name === b.name)
      if (!isGrouped(value) || grouped.has(category.name)) continue
      grouped.add(category.name)
      notes.noted('class.group', document, category.name)
    }
    if (key !== 'images') continue
    const at = `image at ${position++}`
    const image = isRecord(value) ? imageOf(value, document, archive) : null
    if (image === null || !isRecord(value)) {
      notes.noted('image.unnamed', document, at)
      continue
    }
    declare(images, value.id, image, (a, b) => a.path === b.path)
    yield { image, annotations: [] }
  }
}

/** Exporters that have no groups write none, or the class itself. */
const isGrouped = ({ name, supercategory }: Json): boolean =>
  typeof supercategory === 'string' && !['', 'none', name].includes(supercategory)

function declare<T>(all: Map<string, T | null>, given: unknown, made: T, isSame: (a: T, b: T) => boolean): void {
  const id = idText(given)
  if (id === null) return
  const there = all.get(id)
  if (there === undefined) all.set(id, made)
  else if (there === null || !isSame(there, made)) all.set(id, null)
}

async function* readAnnotations(
  items: AsyncIterable<JsonItem>,
  document: string,
  declared: Declared,
  notes: ReadNotes,
  isRepeated: Repeats,
): AsyncGenerator<ReadLabels> {
  let position = 0
  for await (const { key, value } of items) {
    if (key !== 'annotations') continue
    const here = `annotation at ${position++}`
    if (!isRecord(value)) {
      notes.dropped('annotation.invalid', document, here)
      continue
    }
    const id = idText(value.id)
    const at = id === null ? here : `annotation ${id}`
    const image = declared.images.get(idText(value.image_id) ?? '')
    const category = categoryFor(value, declared)
    if (!image) notes.dropped('annotation.unknown_image', document, at)
    else if (Array.isArray(value.segments_info) || value.caption !== undefined) {
      const n = Array.isArray(value.segments_info) ? value.segments_info.length : 1
      if (n > 0) notes.dropped('shape.unsupported', image.path, at, n)
    } else if (!category) notes.dropped('annotation.no_class', image.path, at)
    else {
      const annotations = await annotationsOf(value, category, isRepeated(document, image, category, value))
      if (annotations === null) notes.dropped('annotation.invalid', image.path, at)
      else if (annotations.length > 0) yield { image, annotations }
    }
  }
}

/** A document without any category has the numbers of its classes only, or their names in each annotation. */
function categoryFor({ category_id, category_name }: Json, { categories }: Declared): Category | null {
  const id = idText(category_id)
  const declared = id === null ? undefined : categories.get(id)
  if (declared !== undefined) return declared
  const name = textField(category_name) ?? (id !== null && categories.size === 0 ? `class ${id}` : null)
  return name === null ? null : { name, keypoints: [] }
}

/** Null without a name. */
function categoryOf(value: Json): Category | null {
  const name = textField(value.name)
  const keypoints = Array.isArray(value.keypoints) ? value.keypoints.map(String) : []
  return name === null ? null : { name, keypoints }
}

/** Null without a name of a file. */
function pathOf({ file_name, path, coco_url, flickr_url }: Json): string | null {
  return textField(file_name) ?? textField(path) ?? textField(coco_url) ?? textField(flickr_url)
}

/** Null without a file name. */
function imageOf(value: Json, document: string, archive: ArchiveImages): ReadImage | null {
  const path = pathOf(value)
  if (path === null) return null
  const others = [value.coco_url, isRecord(value.extra) ? value.extra.name : null].map(textField)
  const aliases = others.filter((name) => name !== null && name !== path && !name.endsWith(`/${path}`)) as string[]
  const image: ReadImage = {
    path,
    near: document,
    isStem: false,
    file: archive.find(path, { near: document }),
    width: sideOf(value.width),
    height: sideOf(value.height),
    unit: 'pixels',
    split: splitOfDocument(document),
  }
  return aliases.length > 0 ? { ...image, aliases } : image
}

function sideOf(value: unknown): number | null {
  const side = typeof value === 'string' ? Number(value) : value
  return typeof side === 'number' && Number.isFinite(side) && side > 0 ? side : null
}

/** What the annotations of one object share. */
type Common = Pick<NeutralAnnotation, 'name' | 'confidence' | 'fields'>

/** `isRepeated`: the shape is that of another document, and only keypoints can be new. Null without a shape. */
async function annotationsOf(
  value: Json,
  category: Category,
  isRepeated: boolean,
): Promise<NeutralAnnotation[] | null> {
  const id = textField(value.uuid) ?? idText(value.id)
  const common: Common = { name: category.name, confidence: typeof value.score === 'number' ? value.score : null }
  const { fields, isLess } = fieldsOf(value)
  if (Object.keys(fields).length > 0) common.fields = fields
  const points = keypointsOf(value.keypoints, category.keypoints)
  const found = isRepeated ? null : await shapeOf(value)
  const lost = isLess ? (['attributes.left_out'] as const) : []
  const made: NeutralAnnotation[] = found ? [{ id, ...common, ...found, rules: [...found.rules, ...lost] }] : []
  const isOnlyPoint = !found && points.length === 1
  for (const labelled of points) {
    const pointId = isOnlyPoint ? id : id && `${id} ${labelled.label}`
    const rules = points.length > 1 ? (['geometry.points_separated'] as const) : []
    made.push({ id: pointId, ...common, ...pointOf(labelled, category), rules: [...rules, ...lost] })
  }
  return made.length === 0 && !isRepeated ? null : made
}

/** A point is named after its class, and after itself where the class has several. */
function pointOf({ label, point }: LabelledPoint, { name, keypoints }: Category) {
  return {
    name: keypoints.length > 1 ? cutBefore(name, ` ${label}`, 200) : name,
    shape: { type: 'keypoint', point } as const,
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 1 || value === '1'

/** `isLess`: true when attributes are lists or records, which annotations have no place for. */
function fieldsOf({ iscrowd, attributes, track_id }: Json): { fields: NeutralFields; isLess: boolean } {
  const fields: NeutralFields = {}
  const given = isRecord(attributes) ? attributes : {}
  const { occluded, track_id: inAttributes, keyframe, iscrowd: also, ...others } = given
  const known = Object.entries(others).filter(([, value]) => value !== null)
  const kept = known.filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  const isLess = kept.length < known.length
  if (isTrue(iscrowd) || isTrue(also)) kept.push(['iscrowd', true])
  if (kept.length > 0) fields.attributes = Object.fromEntries(kept) as NonNullable<NeutralFields['attributes']>
  if (isTrue(occluded)) fields.occluded = true
  if (typeof keyframe === 'boolean') fields.keyframe = keyframe
  else if (isTrue(keyframe)) fields.keyframe = true
  const track = idText(track_id ?? inAttributes)
  if (track !== null) fields.track_id = track
  return { fields, isLess }
}
