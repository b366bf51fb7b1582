/** Reads an archive in parts of bounded size: its format, its labels, and the names of its images. */
import type { ImportFormatCandidate, ImportRule } from '../../../../shared/api/imports.ts'
import { batchesOf } from '../../../../shared/domain/batches.ts'
import { saidOf } from '../../../../shared/messages/message.ts'
import type {
  NeutralAnnotation,
  NeutralFields,
  NeutralShape,
  ReadImage,
  ReadLabels,
} from '../../../datasets/labels/neutral.ts'
import { type ImageHeader, imageHeader } from '../archive/image-header.ts'
import type { LabelFiles } from '../archive/label-files.ts'
import { textFiles } from '../archive/text-files.ts'
import { unreadFormat, unreadFormatOfStart } from '../archive/unread-images.ts'
import type { ArchiveImages } from '../formats/archive-images.ts'
import { archiveSplits } from '../formats/archive-splits.ts'
import { type Candidate, detectFormats } from '../formats/detect-format.ts'
import { FORMAT_READERS } from '../formats/format-readers.ts'
import { hasResults, noteEntries, noteOthers, noteUnknown, refusalOf, wholeDocuments } from './noted-documents.ts'
import type { PlanNotes } from './plan-notes.ts'
import type { LabelsRequest, ReadPart } from './reader-messages.ts'

/** Images, and the weight of annotations, of one part. */
const [MOST_IMAGES, MOST_WEIGHT] = [1000, 256 * 1024]
const MOST_NAMES = 5000

/** @throws ApiError import_unreadable */
export async function* archiveParts(
  archive: LabelFiles,
  { format: wanted, predictions }: LabelsRequest,
  notes: PlanNotes,
): AsyncGenerator<ReadPart> {
  noteEntries(archive, notes)
  const files = textFiles(archive, notes)
  const { outline, candidates } = await detectFormats(files, wanted)
  await noteUnknown(files, outline, candidates, notes)
  const format = wanted ?? candidates[0]?.format
  const isUnread = wanted === null && format === 'images' && hasResults(outline)
  if (format === undefined || isUnread) throw refusalOf(outline, notes)
  yield { type: 'format', format, candidates: candidates.map(shownCandidate) }
  const { images } = outline
  const splits = await archiveSplits(files, outline)
  const documents = candidates.find((candidate) => candidate.format === format)?.documents ?? []
  noteOthers(candidates, documents, notes)
  let labels: ReadLabels[] = []
  let weight = 0
  const headers = headersOf(archive, images.names, notes)
  const reader = FORMAT_READERS[format]
  const source = {
    files,
    images,
    splits,
    documents: reader.isInParts ? await wholeDocuments(files, documents, notes) : documents,
  }
  for await (const read of reader.read(source, notes, { predictions })) {
    const image = await headers.of(placed(read.image, images))
    const { path, file, split = splits.of(file ?? path) } = image
    for (const piece of piecesOf({ ...read, image: { ...image, split } }, notes)) {
      labels.push(piece.labels)
      weight += piece.weight
      if (labels.length < MOST_IMAGES && weight < MOST_WEIGHT) continue
      yield { type: 'labels', labels }
      ;[labels, weight] = [[], 0]
    }
  }
  // Also without labels: notes of the last documents travel with it.
  yield { type: 'labels', labels }
  const taken = images.names.filter((name) => !headers.isUnread(name))
  for (const some of batchesOf(taken, MOST_NAMES)) {
    yield { type: 'images', images: some.map((name) => ({ name, split: splits.of(name) })) }
  }
}

function shownCandidate({ format, reason, documents, annotations }: Candidate): ImportFormatCandidate {
  const { message: sentence, text } = saidOf(reason)
  return { format, reason: { message: sentence, text: text ?? null }, documents: documents.length, annotations }
}

/** Finds the file of an image that its reader has not found, or the files among which nothing decides. */
function placed(image: ReadImage, images: ArchiveImages): ReadImage {
  if (image.file !== null || image.among) return image
  const { path, aliases = [], near, subset, isStem } = image
  const found = [path, ...aliases]
    .map((name) => images.match(name, { near, subset, isStem }))
    .find((files) => files.length > 0)
  if (!found) return image
  const [file = null] = found
  return found.length > 1 ? { ...image, among: found.slice(0, MOST_AMONG) } : { ...image, file }
}

interface Headers {
  /**
   * Adds the size of the file to an image whose labels are in pixels. An image whose file imports can't take has none. A broken file
   * fails when it is imported.
   */
  of(image: ReadImage): Promise<ReadImage>
  /** Returns whether a file is of a format that imports can't take. */
  isUnread(file: string): boolean
}

function headersOf(files: LabelFiles, names: readonly string[], notes: PlanNotes): Headers {
  const known = new Map<string, ImageHeader | null>()
  const unread = new Set<string>()
  function note(file: string, format: string | null): void {
    if (format === null) return
    unread.add(file)
    notes.noted('image.unsupported', file, format)
  }
  for (const name of names) note(name, unreadFormat(name))

  async function headerOf(file: string): Promise<ImageHeader | null> {
    let start: Uint8Array | null = null
    async function* bytes(): AsyncGenerator<Uint8Array> {
      for await (const part of files.read(file)) {
        start ??= part
        yield part
      }
    }
    const header = await imageHeader(bytes()).catch(() => null)
    if (header === null && start !== null) note(file, unreadFormatOfStart(start))
    return header
  }

  return {
    isUnread: (file) => unread.has(file),
    async of(image) {
      const { file, unit } = image
      if (file === null) return image
      if (unit === 'pixels' && !known.has(file) && !unread.has(file)) known.set(file, await headerOf(file))
      if (unread.has(file)) return { ...image, file: null, isUnread: true }
      const header = known.get(file)
      return header ? { ...image, header } : image
    },
  }
}

/** Files that a plan names as examples. */
const MOST_AMONG = 3

const MAX_PATH = 1000
const MAX_ALIASES = 10
/** Limits of an annotation that is saved by a call. */
const [MAX_NAME, MAX_ID, MAX_ATTRIBUTES, MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE] = [200, 200, 100, 100, 1000]
/** Corners of one annotation together: as many as fit into the body of a call. */
const MAX_POINTS = 500_000

/** Null for a path that no image can have. */
function boundImage(image: ReadImage): ReadImage | null {
  if (image.path.length > MAX_PATH) return null
  if (!image.aliases) return image
  return { ...image, aliases: image.aliases.filter(({ length }) => length <= MAX_PATH).slice(0, MAX_ALIASES) }
}

/** Returns the rule by which an annotation that is too large is left out. */
function boundAnnotation(annotation: NeutralAnnotation): NeutralAnnotation | ImportRule {
  const { id, name, shape, fields, rules = [] } = annotation
  if (name.length > MAX_NAME && name.trim().length > MAX_NAME) return 'annotation.no_class'
  if (pointsOf(shape) > MAX_POINTS) return 'annotation.invalid'
  const bounded = fields && boundFields(fields)
  return {
    ...annotation,
    id: id !== null && id.length > MAX_ID ? null : id,
    name: name.trim(),
    ...(bounded && { fields: bounded.fields }),
    ...(bounded?.isLess && { rules: [...rules, 'attributes.left_out'] }),
  }
}

/** Leaves out the texts that an annotation has no place for. */
function boundFields({ attributes = {}, track_id, ...fields }: NeutralFields): {
  fields: NeutralFields
  isLess: boolean
} {
  const given = Object.entries(attributes)
  const kept = given
    .filter(([name, value]) => name.length <= MAX_ATTRIBUTE_NAME && String(value).length <= MAX_ATTRIBUTE)
    .slice(0, MAX_ATTRIBUTES)
  const isTrack = track_id !== undefined && track_id.length <= MAX_ID
  return {
    fields: {
      ...fields,
      ...(isTrack && { track_id }),
      ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
    },
    isLess: kept.length < given.length || (track_id !== undefined && !isTrack),
  }
}

/** About the number of characters of its JSON. */
function weightOf({ id, name, shape, fields }: NeutralAnnotation): number {
  const attributes = Object.entries(fields?.attributes ?? {})
  const texts = attributes.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
  return 200 + (id?.length ?? 0) + name.length + texts + 30 * pointsOf(shape)
}

function pointsOf(shape: NeutralShape): number {
  if (shape.type === 'polyline') return shape.points.length
  return shape.type === 'polygon' ? shape.rings.reduce((sum, ring) => sum + ring.length, 0) : 1
}

/** The labels of an image, in pieces that fit into a part; what is larger than a field of an annotation is left out. */
function* piecesOf(
  { image, annotations }: ReadLabels,
  notes: PlanNotes,
): Generator<{ labels: ReadLabels; weight: number }> {
  const bounded = boundImage(image)
  if (!bounded) {
    const n = Math.max(1, annotations.length)
    notes.dropped('image.no_file', image.path, undefined, n)
    return
  }
  const piece = (held: NeutralAnnotation[], weight: number) => ({
    labels: { image: bounded, annotations: held },
    weight,
  })
  let held: NeutralAnnotation[] = []
  let weight = 0
  for (const annotation of annotations) {
    const fitting = boundAnnotation(annotation)
    if (typeof fitting === 'string') {
      notes.dropped(fitting, image.path, annotation.id ?? undefined)
      continue
    }
    held.push(fitting)
    weight += weightOf(fitting)
    if (weight < MOST_WEIGHT) continue
    yield piece(held, weight)
    ;[held, weight] = [[], 0]
  }
  if (held.length > 0 || annotations.length === 0) yield piece(held, weight)
}
