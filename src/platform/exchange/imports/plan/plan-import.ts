/** The first step of an import: reads the archive, stores its labels aside, and reports what would be written. */
import type {
  ImportFormat,
  ImportFormatCandidate,
  ImportPlan,
  ImportPlanRule,
  ImportRule,
} from '../../../../shared/api/imports.ts'
import type { AnnotationType } from '../../../../shared/domain/annotation.ts'
import { message } from '../../../../shared/messages/message.ts'
import { classesOf, typesOf } from '../../../datasets/datasets.ts'
import type { NeutralAnnotation, ReadImage, ReadLabels } from '../../../datasets/labels/neutral.ts'
import { type Database, fromJson, toJson } from '../../../db/database.ts'
import type { DatasetRow } from '../../../db/schema/datasets.ts'
import type { DatasetImportRow, ImportImageRow, ImportLabelsRow } from '../../../db/schema/imports.ts'
import { pausing } from '../../../machine/pauses.ts'
import { unreadable } from '../archive/open-archive.ts'
import { addEvidence } from '../fit/declared-size.ts'
import { type FitOptions, fitAnnotation, fromBase, hasBoxBase } from '../fit/fit-annotation.ts'
import type { ArchiveReader } from '../reader/archive-reader.ts'
import { brokenDocument, createPlanNotes } from '../reader/plan-notes.ts'
import type { ArchiveImage } from '../reader/reader-messages.ts'
import { createPlanImages, type StagedImage } from './plan-images.ts'
import { type Settled, settleSizes } from './settle-sizes.ts'

export interface PlanOptions {
  db: Database
  signal: AbortSignal
  /** Stores images and labels; throws when the attempt is over. */
  store(images: readonly ImportImageRow[], labels: readonly ImportLabelsRow[]): Promise<void>
  /** Stores decisions about sizes; throws when the attempt is over. */
  settle(settled: readonly Settled[]): Promise<void>
  /** Returns how EXIF turns an image of the data set. */
  orientationOf(imageId: string): Promise<number>
  progress(annotations: number): void
}

/** The most annotations of an image: as many as a save takes. */
export const MOST_OF_AN_IMAGE = 10_000
/** Characters of annotations, and images, that are held before they are stored. */
const HELD = 400_000
const HELD_IMAGES = 500
const MOST_CLASSES = 5000
/** Paths that the detail of a rule names. */
const MOST_NAMED = 3
/** Characters of the annotations of an image, as JSON: they are written in one transaction. */
const MOST_TEXT_OF_AN_IMAGE = 64_000_000

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
  { db, signal, store, settle, orientationOf, progress }: PlanOptions,
): Promise<ImportPlan> {
  const settings = fromJson<ImportSettings>(row.settings)
  const notes = createPlanNotes()
  let format: ImportFormat = 'coco'
  let candidates: readonly ImportFormatCandidate[] = []
  const takesFiles = settings.images
  const allowed = typesOf(dataset)
  const images = createPlanImages({ db, row, allowed, takesFiles, notes, signal, orientationOf })
  const [kept, classes] = [{ kept: 0, converted: 0 }, new Map<string, PlannedClass>()]
  /** Annotations are held as JSON. */
  let labels = new Map<StagedImage, string[]>()
  let held = 0
  /** Classes of the annotations of images whose size differs: they are counted once the labels of all are read. */
  const uncounted = new Map<StagedImage['position'], PlannedClass[]>()

  const pause = pausing()
  async function flush(): Promise<void> {
    const rows: ImportLabelsRow[] = []
    for (const [image, annotations] of labels) {
      if (pause.isDue) await pause.take()
      const place = { import_id: row.id, position: image.position, part: image.parts++ }
      rows.push({ ...place, annotations: `[${annotations.join()}]` })
    }
    signal.throwIfAborted()
    await store(images.take(), rows)
    ;[labels, held] = [new Map(), 0]
    progress(kept.kept + notes.droppedCount)
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
      drop(place.lack, place.among.length > 0 ? place.among.slice(0, MOST_NAMED).join(', ') : detail)
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
    const based = fromBase(named.shape, format, 1)
    if (place.sizes) {
      addEvidence(place.sizes, based, place.sizes)
      const others = uncounted.get(place.position)
      if (others) others.push(target)
      else uncounted.set(place.position, [target])
    } else if (!tally(place.path, place.fit, { ...named, shape: based }, target)) return
    place.count++
    const json = toJson(named)
    place.characters += json.length
    held += json.length
    const all = labels.get(place)
    if (all) all.push(json)
    else labels.set(place, [json])
  }

  /** Counts an annotation as kept or dropped, with the rules that apply to it. */
  function tally(path: string, fit: FitOptions, annotation: NeutralAnnotation, target: PlannedClass): boolean {
    const detail = annotation.id ?? undefined
    const fitted = fitAnnotation(annotation, fit)
    if ('dropped' in fitted) {
      notes.dropped(fitted.dropped, path, fitted.detail ?? detail)
      return false
    }
    for (const { rule, detail: of } of fitted.rules) notes.converted(rule, path, of ?? detail)
    kept.kept++
    if (fitted.rules.length > 0) kept.converted++
    target.n++
    target.type ??= fitted.annotation.shape.type
    return true
  }

  async function addLabels({ image, annotations }: ReadLabels): Promise<void> {
    const place = await images.place(image)
    for (const annotation of annotations) {
      if (pause.isDue) await pause.take()
      add(image, place, annotation)
    }
    if (held >= HELD || images.waiting >= HELD_IMAGES) await flush()
  }

  async function addFile({ name, split }: ArchiveImage): Promise<void> {
    if (images.hasFile(name)) return
    const size = { width: null, height: null, unit: 'pixels' } as const
    await images.place({ path: name, isStem: false, file: name, ...size, ...(split && { split }) })
    if (images.waiting >= HELD_IMAGES) await flush()
  }

  const wanted = { format: row.requested_format, predictions: settings.predictions }
  for await (const { part, notes: ofReader } of reader.labels(wanted)) {
    notes.add(ofReader)
    if (part.type === 'format') ({ format, candidates } = part)
    else if (part.type === 'labels') for (const read of part.labels) await addLabels(read)
    else if (takesFiles) for (const image of part.images) await addFile(image)
  }
  await flush()
  const asked = await settleSizes(images.differing, {
    db,
    row,
    format,
    notes,
    signal,
    tally: ({ path, position }, fit, annotation, at) =>
      tally(path, fit, annotation, uncounted.get(position)?.[at] as PlannedClass),
    store: settle,
  })
  for (const name of notes.listed) classOf(name)
  const there = new Set(classesOf(dataset).map(({ name }) => name))
  const base = !hasBoxBase(format) ? 0 : notes.isFromZero ? 0 : format === 'voc' ? 1 : null
  const rules = notes.rules()
  if (images.counts.total === 0) throw unreadable(brokenDocument(rules) ?? message('import.nothing_found'))
  return {
    format,
    format_reason: candidates.find((candidate) => candidate.format === format)?.reason ?? null,
    candidates: [...candidates],
    images: images.counts,
    splits: images.splits,
    annotations: { ...kept, total: kept.kept + notes.droppedCount, dropped: notes.droppedCount },
    classes: [...classes].map(([name, { to, n, type }]) => {
      return { name, imported_as: to, is_new: to !== null && !there.has(to), type, annotations: n }
    }),
    rules,
    box_base: base,
    needs_box_base: base === null,
    needs_size_choice: asked > 0,
    keeps_no_annotation: kept.kept === 0 && rules.some(meansAnnotations),
  }
}

/** Rules about files whose annotations are not counted. */
const OF_LABELS: ReadonlySet<ImportRule> = new Set(['file.unreadable', 'file.other_format', 'file.unknown_format'])

/** Returns whether a rule is about annotations that the archive has. */
const meansAnnotations = ({ code, effect }: ImportPlanRule): boolean => effect === 'dropped' || OF_LABELS.has(code)
