/** The images of a plan: the file, or the image of the data set, that each of them is. */
import type { ImportPlan, ImportRule } from '../../../../shared/api/imports.ts'
import type { AnnotationType } from '../../../../shared/domain/annotation.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { ReadImage } from '../../../datasets/labels/neutral.ts'
import { type Database, toJson } from '../../../db/database.ts'
import type { DatasetImportRow, ImportImageRow } from '../../../db/schema/imports.ts'
import { keyOf as nameKeyOf } from '../archive/entry-names.ts'
import { unreadable } from '../archive/open-archive.ts'
import {
  type DeclaredSize,
  isNear,
  isStoredTurned,
  mayBeTurned,
  relationOf,
  type SizeEvidence,
  type SizePair,
  type SizeRelation,
} from '../fit/declared-size.ts'
import type { FitOptions } from '../fit/fit-annotation.ts'
import { plainPath } from '../formats/archive-images.ts'
import { canBeOne } from '../matching/declared-path.ts'
import type { PlanNotes } from '../reader/plan-notes.ts'
import { type DatasetImages, datasetImages, type KnownImage } from './dataset-images.ts'

/** Shapes may end as far outside as a save allows. */
export const TOLERANCE_PX = 1
/** The paths of all images are held. */
const [MOST_IMAGES, MOST_TEXT_OF_PATHS] = [2_000_000, 200_000_000]

/** An image with another size than its labels declare. */
export interface DifferingSize extends SizePair, SizeEvidence {
  relation: Exclude<SizeRelation, 'same'>
}

export interface StagedImage {
  path: string
  position: number
  /** Parts, annotations, and characters of their JSON, that are stored or held. */
  parts: number
  count: number
  characters: number
  /** Null when its labels are dropped. */
  fit: FitOptions | null
  /** Why they are dropped. */
  lack: ImportRule
  /** Paths among which nothing decides, or that contradict each other. */
  among: readonly string[]
  /** The size that its labels declare in pixels; null for one that they do not. */
  declared: Size | null
  /** Null when the labels declare the size of the image, or none. */
  sizes: DifferingSize | null
}

export interface PlanImagesOptions {
  db: Pick<Database, 'selectFrom'>
  row: Pick<DatasetImportRow, 'id' | 'dataset_id' | 'directory_path'>
  allowed: readonly AnnotationType[]
  /** True when image files of the archive are imported. */
  takesFiles: boolean
  notes: Pick<PlanNotes, 'noted'>
  signal: AbortSignal
  /** Returns how EXIF turns an image of the data set. */
  orientationOf(imageId: string): Promise<number>
}

export interface PlanImages {
  /** @throws ApiError import_unreadable for too many images */
  place(image: ReadImage): Promise<StagedImage>
  hasFile(name: string): boolean
  readonly counts: ImportPlan['images']
  readonly splits: ImportPlan['splits']
  /** Images that are not stored yet. */
  readonly waiting: number
  /** Returns these images. */
  take(): ImportImageRow[]
  /** Images with another size than their labels declare. */
  readonly differing: readonly StagedImage[]
}

export function createPlanImages(options: PlanImagesOptions): PlanImages {
  const { db, row, allowed, takesFiles, notes, signal, orientationOf } = options
  const counts = { total: 0, with_files: 0, matched: 0, missing: 0 }
  const splits = { train: 0, valid: 0, test: 0, none: 0 }
  /** By the file in the archive, or by the path and the document that names it. */
  const staged = new Map<string, StagedImage>()
  const matched = new Map<string, StagedImage>()
  /** The paths that files have in a data set. */
  const places = new Set<string>()
  const differing: StagedImage[] = []
  let rows: ImportImageRow[] = []
  let ofPaths = 0
  let known: DatasetImages | null = null

  const keyOf = ({ file, path, near = '' }: ReadImage): string => file ?? `${near}\n${path}`

  function made({ path }: ReadImage, over: Partial<StagedImage>): StagedImage {
    counts.total++
    ofPaths += path.length
    if (counts.total > MOST_IMAGES || ofPaths > MOST_TEXT_OF_PATHS) {
      throw unreadable(message('import.many_images', { most: MOST_IMAGES }))
    }
    const counted = { position: counts.total - 1, parts: 0, count: 0, characters: 0 }
    return { path, ...counted, fit: null, lack: 'image.no_file', among: [], declared: null, sizes: null, ...over }
  }

  function lacking(image: ReadImage, among: readonly string[]): StagedImage {
    counts.missing++
    const unlessAmong = image.isUnread ? 'image.format_unread' : 'image.no_file'
    return made(image, { among, lack: among.length > 0 ? 'image.ambiguous' : unlessAmong })
  }

  /** The image under a path that another one already has, unless the paths mean two images. */
  function shared(there: StagedImage, image: ReadImage): StagedImage {
    const isSame = canBeOne(image.path, there.path) || (image.file !== null && canBeOne(image.path, image.file))
    if (!isSame) return lacking(image, [there.path, image.path])
    if (there.path !== image.path) notes.noted('image.two_paths', there.path, image.path)
    return there
  }

  /** The image, unless its labels declared another size before: these labels can't all hold for it. */
  function unlessContradicted(there: StagedImage, image: ReadImage): StagedImage {
    const declared = declaredIn(image)
    if (!declared || !there.declared || isNear(declared, there.declared)) return there
    const key = `${keyOf({ ...image, file: null })}\n${sizeText(declared)}`
    const other = staged.get(key)
    if (other) return other
    counts.missing++
    const among = [`${there.path} ${sizeText(there.declared)}`, `${image.path} ${sizeText(declared)}`]
    const place = made(image, { among, lack: 'image.sizes_contradict' })
    staged.set(key, place)
    return place
  }

  async function resolved(image: ReadImage): Promise<StagedImage> {
    const file = takesFiles ? image.file : null
    if (file !== null) return added(image, file, null)
    const among = takesFiles ? (image.among ?? []) : []
    if (among.length > 0) return lacking(image, among)
    known ??= await datasetImages(db, row.dataset_id, row.directory_path, signal)
    const found = known.find(image)
    if (found === null || !('id' in found)) return lacking(image, found ?? [])
    const there = matched.get(found.id)
    if (there) return shared(there, image)
    const place = await added(image, null, found)
    matched.set(found.id, place)
    return place
  }

  async function added(image: ReadImage, file: string | null, match: KnownImage | null): Promise<StagedImage> {
    if (file === null) counts.matched++
    else {
      counts.with_files++
      const place = nameKeyOf(plainPath(file))
      if (places.has(place)) notes.noted('image.folders_kept', file)
      places.add(place)
    }
    const { path, unit, width, split = null } = image
    splits[split ?? 'none']++
    if (match?.split && split && match.split !== split) notes.noted('image.split_differs', path, match.split)
    const declared = declaredIn(image)
    const upright = match ?? (image.header ? uprightOf(image.header) : null)
    const bounds = unit === 'relative' ? { width: 1, height: 1 } : (upright ?? declared)
    const side = unit === 'pixels' ? 1 : Math.max(1, upright?.width ?? width ?? 1000)
    const sizes = declared && upright ? await sizesOf(image, match, { declared, upright }) : null
    const place = made(image, { fit: { bounds, tolerance: TOLERANCE_PX / side, allowed }, declared, sizes })
    if (sizes) differing.push(place)
    rows.push({
      import_id: row.id,
      position: place.position,
      path,
      file,
      unit,
      declared: sizes && toJson({ ...sizes.declared, orientation: sizes.orientation } satisfies DeclaredSize),
      sizing: null,
      split,
      image_id: match?.id ?? null,
      state: 'staged',
      is_new: 0,
      made: null,
      previous: null,
      split_set: 0,
      revision: 0,
    })
    return place
  }

  async function sizesOf(
    { header }: ReadImage,
    match: KnownImage | null,
    { declared, upright: { width, height } }: Omit<SizePair, 'orientation'>,
  ): Promise<DifferingSize | null> {
    const both = { declared, upright: { width, height } }
    const ofMatch = match && mayBeTurned(both) ? await orientationOf(match.id) : 1
    const pair = { ...both, orientation: match ? ofMatch : (header?.orientation ?? 1) }
    const relation = relationOf(pair)
    return relation === 'same' ? null : { ...pair, relation, onlyDeclared: false, onlyUpright: false }
  }

  return {
    async place(image) {
      const key = keyOf(image)
      const there = staged.get(key)
      if (there && (image.file === null || there.path === image.path)) return unlessContradicted(there, image)
      // Another path of the same file.
      const ofPath = keyOf({ ...image, file: null })
      const place = staged.get(ofPath) ?? (there ? shared(there, image) : await resolved(image))
      staged.set(there ? ofPath : key, place)
      return unlessContradicted(place, image)
    },
    hasFile: (name) => staged.has(name),
    counts,
    splits,
    get waiting() {
      return rows.length
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    differing,
  }
}

/** Only labels in pixels depend on it. */
const declaredIn = ({ unit, width, height }: ReadImage): Size | null =>
  unit === 'pixels' && width !== null && height !== null ? { width, height } : null

const sizeText = ({ width, height }: Size): string => `${width} × ${height}`

const uprightOf = ({ width, height, orientation }: Size & { orientation: number }): Size =>
  isStoredTurned(orientation) ? { width: height, height: width } : { width, height }
