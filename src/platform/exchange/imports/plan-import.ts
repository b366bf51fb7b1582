/** The first step of an import: reads the archive, stores its labels aside, and reports what would be written. */
import { sql } from 'kysely'
import type {
  ImportFormat,
  ImportFormatCandidate,
  ImportPlan,
  ImportPlanRule,
  ImportRule,
} from '../../../shared/api/imports.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { classesOf, typesOf } from '../../datasets/datasets.ts'
import { joinPath } from '../../datasets/directories/directory-path.ts'
import type { NeutralAnnotation, ReadImage, ReadLabels } from '../../datasets/labels/neutral.ts'
import { type Database, fromJson, toJson } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { DatasetImportRow, ImportImageRow, ImportLabelsRow } from '../../db/schema/imports.ts'
import { pausing } from '../../machine/pauses.ts'
import { keyOf } from './archive/entry-names.ts'
import { unreadable } from './archive/open-archive.ts'
import { type FitOptions, fitAnnotation, fromBase, hasBoxBase } from './fit-annotation.ts'
import { plainPath, withoutEnding } from './formats/archive-images.ts'
import { createPlanNotes } from './plan-notes.ts'
import type { ArchiveReader } from './reader/archive-reader.ts'
import type { ArchiveImage } from './reader/reader-messages.ts'

export interface PlanOptions {
  db: Database
  signal: AbortSignal
  /** Stores images and labels; throws when the attempt is over. */
  store(images: readonly ImportImageRow[], labels: readonly ImportLabelsRow[]): Promise<void>
  progress(annotations: number): void
}

/** The most annotations of an image: as many as a save takes. */
export const MOST_OF_AN_IMAGE = 10_000
/** Shapes may end as far outside as a save allows. */
export const TOLERANCE_PX = 1
/** Characters of annotations, and images, that are held before they are stored. */
const HELD = 400_000
const HELD_IMAGES = 500
const MOST_CLASSES = 5000
/** Characters of the annotations of an image, as JSON: they are written in one transaction. */
const MOST_TEXT_OF_AN_IMAGE = 64_000_000
/** The paths of all images are held. */
const [MOST_IMAGES, MOST_TEXT_OF_PATHS] = [2_000_000, 200_000_000]

interface StagedImage {
  position: number
  parts: number
  count: number
  characters: number
  /** Null when no image has its name, so that its labels are dropped. */
  fit: FitOptions | null
}

type KnownImage = Pick<ImageRow, 'id' | 'width' | 'height' | 'split'>

interface DatasetImages {
  /** By its path below the directory of the import, or by a file name that no other image has. */
  find(image: Pick<ReadImage, 'path' | 'aliases' | 'isStem'>): KnownImage | null
}

/** Images of one query. */
const PAGE = 2000

/** Finds images of a data set by the names that labels give. Holds the names of all images of the data set. */
async function datasetImages(
  db: Pick<Database, 'selectFrom'>,
  datasetId: string,
  directory: string,
  signal: AbortSignal,
): Promise<DatasetImages> {
  const byPath = new Map<string, KnownImage>()
  const byName = new Map<string, KnownImage | null>()
  const byStem = new Map<string, KnownImage | null>()
  const once = (index: Map<string, KnownImage | null>, key: string, image: KnownImage) =>
    void index.set(key, index.has(key) ? null : image)
  type Row = Pick<ImageRow, 'id' | 'directory_path' | 'filename' | 'width' | 'height' | 'split'>
  for (let after: Row | undefined; ; ) {
    const page = db
      .selectFrom('images')
      .select(['id', 'directory_path', 'filename', 'width', 'height', 'split'])
      .where('dataset_id', '=', datasetId)
      .orderBy('directory_path')
      .orderBy('filename')
      .limit(PAGE)
    const rows: Row[] = await (after
      ? page.where(sql<boolean>`(directory_path, filename) > (${after.directory_path}, ${after.filename})`)
      : page
    ).execute()
    for (const { id, directory_path, filename, width, height, split } of rows) {
      const image = { id, width, height, split }
      const path = keyOf(joinPath(directory_path, filename))
      byPath.set(path, image)
      once(byStem, withoutEnding(path), image)
      once(byName, keyOf(filename), image)
      once(byStem, withoutEnding(keyOf(filename)), image)
    }
    signal.throwIfAborted()
    if (rows.length < PAGE) break
    after = rows.at(-1)
  }

  function ofName(name: string, isStem: boolean): KnownImage | null {
    const bare = keyOf(name.slice(name.lastIndexOf('/') + 1))
    for (const path of [plainPath(name), name.replace(/^\/+/, '')]) {
      const full = keyOf(joinPath(directory, path))
      const found = isStem ? byStem.get(full) : byPath.get(full)
      if (found) return found
    }
    return (isStem ? byStem.get(bare) : byName.get(bare)) ?? null
  }

  return {
    find({ path, aliases = [], isStem }) {
      for (const name of [path, ...aliases]) {
        const found = ofName(name, isStem)
        if (found) return found
      }
      return aliases.map((name) => ofName(name, true)).find((found) => found !== null) ?? null
    },
  }
}

/** The choices of an import that its steps read. */
export interface ImportSettings {
  /** Names in the archive, with the names to import them as; null excludes a class. */
  classMap: Readonly<Record<string, string | null>>
  predictions: boolean
  /** True when image files of the archive are imported. */
  images: boolean
}

interface PlannedClass {
  /** Null for an excluded class. */
  to: string | null
  /** Annotations that are kept. */
  n: number
  type: AnnotationType | null
}

/** @throws ApiError import_unreadable */
export async function planImport(
  row: DatasetImportRow,
  dataset: DatasetRow,
  reader: ArchiveReader,
  { db, signal, store, progress }: PlanOptions,
): Promise<ImportPlan> {
  const settings = fromJson<ImportSettings>(row.settings)
  const notes = createPlanNotes()
  let format: ImportFormat = 'coco'
  let candidates: readonly ImportFormatCandidate[] = []
  const allowed = typesOf(dataset)
  const staged = new Map<string, StagedImage>()
  const matched = new Set<string>()
  const counts = { total: 0, with_files: 0, matched: 0, missing: 0 }
  const splits = { train: 0, valid: 0, test: 0, none: 0 }
  const [kept, classes] = [{ kept: 0, converted: 0 }, new Map<string, PlannedClass>()]
  /** Annotations are held as JSON. */
  let [images, labels]: [ImportImageRow[], Map<StagedImage, string[]>] = [[], new Map()]
  let [held, ofPaths] = [0, 0]
  let known: DatasetImages | null = null

  const pause = pausing()
  async function flush(): Promise<void> {
    const rows: ImportLabelsRow[] = []
    for (const [image, annotations] of labels) {
      if (pause.isDue) await pause.take()
      const place = { import_id: row.id, position: image.position, part: image.parts++ }
      rows.push({ ...place, annotations: `[${annotations.join()}]` })
    }
    signal.throwIfAborted()
    await store(images, rows)
    ;[images, labels, held] = [[], new Map(), 0]
    progress(kept.kept + notes.droppedCount)
  }

  async function imageOf(image: ReadImage): Promise<StagedImage> {
    const key = image.file ?? image.path
    const there = staged.get(key)
    if (there) return there
    counts.total++
    ofPaths += key.length
    if (counts.total > MOST_IMAGES || ofPaths > MOST_TEXT_OF_PATHS) {
      throw unreadable(message('import.many_images', { most: MOST_IMAGES }))
    }
    const file = settings.images ? image.file : null
    known ??= file === null ? await datasetImages(db, dataset.id, row.directory_path, signal) : null
    const found = file === null ? (known?.find(image) ?? null) : null
    // Two paths of the archive can end with the only image of that name: it is one of them at most.
    const match = found && !matched.has(found.id) ? found : null
    if (match) matched.add(match.id)
    const made: StagedImage = { position: staged.size, parts: 0, count: 0, characters: 0, fit: null }
    staged.set(key, made)
    if (file === null && !match) {
      counts.missing++
      return made
    }
    if (file === null) counts.matched++
    else counts.with_files++
    const { width, height, unit, split = null } = image
    splits[split ?? 'none']++
    if (match?.split && split && match.split !== split) notes.noted('image.split_differs', image.path, match.split)
    if (match && unit === 'pixels' && width !== null && (match.width !== width || match.height !== height)) {
      notes.noted('image.size_differs', image.path, `${width} × ${height}, ${match.width} × ${match.height}`)
    }
    const declared = width !== null && height !== null ? { width, height } : null
    const bounds = unit === 'relative' ? { width: 1, height: 1 } : (match ?? declared)
    const tolerance = unit === 'pixels' ? TOLERANCE_PX : TOLERANCE_PX / Math.max(1, match?.width ?? width ?? 1000)
    made.fit = { bounds, tolerance, allowed }
    const place = { import_id: row.id, position: made.position, path: image.path, file, unit, split }
    images.push({
      ...place,
      image_id: match?.id ?? null,
      state: 'staged',
      is_new: 0,
      made: null,
      previous: null,
      split_set: 0,
      revision: 0,
    })
    return made
  }

  function classOf(name: string): PlannedClass {
    const there = classes.get(name)
    if (there) return there
    const to = Object.hasOwn(settings.classMap, name) ? (settings.classMap[name] ?? null) : name
    const made: PlannedClass = { to, n: 0, type: null }
    if (classes.size < MOST_CLASSES) classes.set(name, made)
    return made
  }

  function add(image: ReadImage, place: StagedImage, annotation: NeutralAnnotation): void {
    const detail = annotation.id ?? undefined
    const drop = (rule: ImportRule, of = detail) => notes.dropped(rule, image.path, of)
    if (!place.fit) {
      drop('image.no_file')
      return
    }
    const target = classOf(annotation.name.trim())
    const isFull = place.count >= MOST_OF_AN_IMAGE || place.characters >= MOST_TEXT_OF_AN_IMAGE
    if (target.to === null || isFull) {
      if (target.to === null) drop('annotation.class_excluded', annotation.name)
      else drop('annotation.too_many')
      return
    }
    const named = { ...annotation, name: target.to }
    const fitted = fitAnnotation({ ...named, shape: fromBase(named.shape, format, 1) }, place.fit)
    if ('dropped' in fitted) {
      drop(fitted.dropped, fitted.detail)
      return
    }
    for (const { rule, detail: of } of fitted.rules) notes.converted(rule, image.path, of ?? detail)
    kept.kept++
    if (fitted.rules.length > 0) kept.converted++
    target.n++
    target.type ??= fitted.annotation.shape.type
    place.count++
    const json = toJson(named)
    place.characters += json.length
    held += json.length
    const all = labels.get(place)
    if (all) all.push(json)
    else labels.set(place, [json])
  }

  async function addLabels({ image, annotations }: ReadLabels): Promise<void> {
    const place = await imageOf(image)
    for (const annotation of annotations) {
      if (pause.isDue) await pause.take()
      add(image, place, annotation)
    }
    if (held >= HELD || images.length >= HELD_IMAGES) await flush()
  }

  async function addFile({ name, split }: ArchiveImage): Promise<void> {
    if (staged.has(name)) return
    await imageOf({ path: name, isStem: false, file: name, width: null, height: null, unit: 'pixels', split })
    if (images.length >= HELD_IMAGES) await flush()
  }

  const wanted = { format: row.requested_format, predictions: settings.predictions }
  for await (const { part, notes: ofReader } of reader.labels(wanted)) {
    notes.add(ofReader)
    if (part.type === 'format') ({ format, candidates } = part)
    else if (part.type === 'labels') for (const read of part.labels) await addLabels(read)
    else if (settings.images) for (const image of part.images) await addFile(image)
  }
  await flush()
  for (const name of notes.listed) classOf(name)
  if (counts.total === 0) throw unreadable(message('import.nothing_found'))
  const there = new Set(classesOf(dataset).map(({ name }) => name))
  const base = !hasBoxBase(format) ? 0 : notes.isFromZero ? 0 : format === 'voc' ? 1 : null
  const rules = notes.rules()
  return {
    format,
    format_reason: candidates.find((candidate) => candidate.format === format)?.reason ?? null,
    candidates: [...candidates],
    images: counts,
    splits,
    annotations: { ...kept, total: kept.kept + notes.droppedCount, dropped: notes.droppedCount },
    classes: [...classes].map(([name, { to, n, type }]) => {
      return { name, imported_as: to, is_new: to !== null && !there.has(to), type, annotations: n }
    }),
    rules,
    box_base: base,
    needs_box_base: base === null,
    keeps_no_annotation: kept.kept === 0 && rules.some(meansAnnotations),
  }
}

/** Returns whether a rule is about annotations that the archive has. */
const meansAnnotations = ({ code, effect }: ImportPlanRule): boolean =>
  effect === 'dropped' || code === 'file.unreadable' || code === 'file.other_format'
