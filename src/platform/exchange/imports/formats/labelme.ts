/**
 * LabelMe, and AnyLabeling after it: a JSON document for each image, usually beside it. Coordinates are pixels from 0, and the
 * path of the image is relative to the document, often in the form of Windows.
 */
import { posix } from 'node:path'
import { message } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  ReadImage,
  ReadLabels,
  ReadNotes,
} from '../../../datasets/labels/neutral.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { type ArchiveImages, withoutEnding } from './archive-images.ts'
import type { JsonStart } from './archive-outline.ts'
import { noteBroken } from './broken-document.ts'
import type { FormatReader, ReadSource } from './format-reader.ts'
import { jsonItems } from './json-items.ts'
import { isRecord, textField } from './json-values.ts'
import { type LabelmeShape, labelmeShapes } from './labelme-shapes.ts'

type Json = Readonly<Record<string, unknown>>

export const labelmeReader: FormatReader = {
  recognise({ json }) {
    const documents = json.filter(isLabelme).map(({ name }) => name)
    const [document] = documents
    return document === undefined ? null : { documents, reason: message('import.evidence.labelme', { document }) }
  },
  read: readLabelme,
}

/** Documents without shapes are images without labels. */
function isLabelme({ first }: JsonStart): boolean {
  const shape = first.get('shapes')
  if (isRecord(shape)) return Array.isArray(shape.points) && 'label' in shape
  return first.has('imagePath') && ['imageData', 'imageHeight', 'imageWidth', 'flags'].some((key) => first.has(key))
}

async function* readLabelme({ files, documents, images }: ReadSource, notes: ReadNotes): AsyncGenerator<ReadLabels> {
  for (const document of documents) {
    try {
      yield await labelsOf(files, document, images, notes)
    } catch (error) {
      noteBroken(error, document, notes)
    }
  }
}

async function labelsOf(
  files: Pick<LabelFiles, 'read'>,
  document: string,
  images: ArchiveImages,
  notes: ReadNotes,
): Promise<ReadLabels> {
  const members = new Map<string, unknown>()
  const annotations: NeutralAnnotation[] = []
  for await (const { key, value } of jsonItems(files.read(document))) {
    if (key === 'shapes') annotations.push(...(await annotationsOf(value, document, notes)))
    else if (key === 'imageData') members.set(key, typeof value === 'string')
    else if (key !== null) members.set(key, value)
  }
  const image = imageOf(document, members, images)
  if (image.file === null && members.get('imageData') === true) notes.noted('image.embedded', document)
  return { image, annotations }
}

/** The file that the document names, else the one that is named after the document. */
function imageOf(document: string, members: ReadonlyMap<string, unknown>, images: ArchiveImages): ReadImage {
  const written = textField(members.get('imagePath'))?.replaceAll('\\', '/') ?? null
  const folder = posix.dirname(document)
  const stem = withoutEnding(document)
  const path = written === null ? stem : posix.join(folder, written).replace(/^(\.\.\/)+/, '')
  const name = posix.basename(path)
  const place = { near: document }
  const paths = written === null ? [] : [path, posix.join(folder, name), written]
  const found = paths.map((one) => images.find(one, place))
  const file = [...found, images.findStem(stem, place)].find((one) => one !== null) ?? null
  return {
    path: file ?? path,
    ...(written !== null && { aliases: [name, stem] }),
    isStem: file === null && written === null,
    file,
    width: sideOf(members.get('imageWidth')),
    height: sideOf(members.get('imageHeight')),
    unit: 'pixels',
  }
}

const sideOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null

async function annotationsOf(value: unknown, document: string, notes: ReadNotes): Promise<NeutralAnnotation[]> {
  const drop = (rule: 'annotation.invalid' | 'annotation.no_class' | 'shape.unsupported', detail?: string) => {
    notes.dropped(rule, document, detail)
    return []
  }
  if (!isRecord(value)) return drop('annotation.invalid')
  const type = textField(value.shape_type) ?? 'polygon'
  const name = textField(value.label)
  if (name === null) return drop('annotation.no_class', type)
  let shapes: LabelmeShape[] | null
  try {
    shapes = await labelmeShapes(type, value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return drop('annotation.invalid', error.message)
  }
  if (shapes === null) return drop('shape.unsupported', type)
  if (shapes.length === 0) return drop('annotation.invalid', type)
  const confidence = typeof value.score === 'number' ? value.score : null
  return shapes.map(({ shape, rules, rotation }): NeutralAnnotation => {
    const fields = fieldsOf(value, rotation)
    return { id: null, name, confidence, shape, ...(rules && { rules }), ...(fields && { fields }) }
  })
}

const PLAIN = ['string', 'number', 'boolean']
type Attributes = NonNullable<NeutralFields['attributes']>

/** Flags, attributes and the further members of a shape are attributes; names of our own fields are these fields. */
function fieldsOf(shape: Json, rotation: number | undefined): NeutralFields | null {
  const { flags, attributes, group_id, description, difficult } = shape
  const all = {
    ...(isRecord(flags) && flags),
    ...(isRecord(attributes) && attributes),
    ...(group_id !== null && { group_id }),
    ...(textField(description) !== null && { description }),
    ...(difficult === true && { difficult }),
    ...(rotation !== undefined && { rotation }),
  }
  const { occluded, outside, keyframe, track_id, z, review, ...others } = all as Json
  const kept = Object.entries(others).filter(([, value]) => PLAIN.includes(typeof value))
  const track = textField(track_id)
  const fields: NeutralFields = {
    ...(review === 'pending' && { review }),
    ...(track !== null && { track_id: track }),
    ...(occluded === true && { occluded }),
    ...(outside === true && { outside }),
    ...(typeof keyframe === 'boolean' && { keyframe }),
    ...(typeof z === 'number' && Number.isInteger(z) && { z }),
    ...(kept.length > 0 && { attributes: Object.fromEntries(kept) as Attributes }),
  }
  return Object.keys(fields).length > 0 ? fields : null
}
