/**
 * Freezes the images of a data set with its classes and annotations. They are read in one snapshot of the database, so they
 * are those of one moment, and copied in short transactions, so that others can save meanwhile. Blobs are kept from before
 * the snapshot on (`isAnyExportFreezing`), and by the copied rows afterwards.
 */
import { sql } from 'kysely'
import type { ImageSplit } from '../../../shared/api/datasets.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Split, SplitShares } from '../../../shared/api/exports.ts'
import type { AnnotationType } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { classesOf } from '../../datasets/datasets.ts'
import { isPending, type LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, fromJsonOrNull, toJson, toJsonOrNull } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { DatasetExportRow, ExportImageRow } from '../../db/schema/exports.ts'
import { pausing } from '../../machine/pauses.ts'
import { archiveNames } from './archive-names.ts'
import { frozenJson } from './formats/frozen-export.ts'
import { chosenIds, type SelectedImage, type Snapshot, selectImages } from './selected-images.ts'
import { type SplitCounts, splitImages } from './splits.ts'

export type Frozen = Pick<
  DatasetExportRow,
  'dataset_name' | 'classes' | 'annotation_types' | 'image_count' | 'annotation_count' | 'split_counts'
>

export interface FreezeOptions {
  /** Stores images; throws when the attempt is over. */
  store(rows: readonly ExportImageRow[]): Promise<void>
  progress(done: number, total: number): void
}

/** Annotations of one query. */
const ANNOTATIONS = 1000

/** The names of the splits in exports, whose formats say `val`. */
export const EXPORT_SPLITS: Record<ImageSplit, Split> = { train: 'train', valid: 'val', test: 'test' }

/** @throws ApiError not_found when the data set was deleted meanwhile */
export function freeze(db: Database, row: DatasetExportRow, options: FreezeOptions): Promise<Frozen> {
  return readSnapshot(db, async (tx) => {
    const dataset = await liveDataset(tx, row.dataset_id)
    const selected = await selectImages(tx, { ...row, image_ids: await chosenIds(tx, row.id) })
    const splits = new Splits(row, selected.count)
    const content = new ExportedAnnotations(row, dataset)
    const archivePath = archiveNames()
    let position = 0
    for await (const images of selected.pages()) {
      const annotationsOf = await annotationsByImage(tx, images)
      const rows: ExportImageRow[] = []
      for (const { id: image_id, split, ...image } of images) {
        rows.push({
          export_id: row.id,
          position,
          image_id,
          ...image,
          archive_path: archivePath(image),
          split: splits.take(position, split),
          ...(await content.take(annotationsOf.get(image_id) ?? [])),
        })
        position++
      }
      await options.store(rows)
      options.progress(position, selected.count)
    }
    return {
      dataset_name: dataset.name,
      classes: toJson(content.classes),
      annotation_types: toJson([...content.types].sort()),
      image_count: selected.count,
      annotation_count: content.count,
      split_counts: toJsonOrNull(splits.counts),
    }
  })
}

async function liveDataset(tx: Snapshot, id: string): Promise<DatasetRow> {
  const datasets = tx.selectFrom('datasets').selectAll().where('id', '=', id)
  const dataset = await datasets.where('deleted_at', 'is', null).executeTakeFirst()
  if (!dataset) throw new ApiError('not_found', message('export.dataset_deleted'))
  return dataset
}

/** Gives each image its split: by chance from the seed of the export, or the one that the image has in the data set. */
class Splits {
  /** Images of each split; null for an export without splits. */
  readonly counts: SplitCounts | null
  /** By position; null when images keep their own. */
  readonly #drawn: readonly Split[] | null

  constructor({ split, seed }: DatasetExportRow, count: number) {
    const by = fromJsonOrNull<SplitShares | 'image_splits'>(split)
    this.counts = by && { train: 0, val: 0, test: 0 }
    this.#drawn = by === null || by === 'image_splits' ? null : splitImages(count, by, seed)
  }

  take(position: number, own: ImageSplit | null): Split | null {
    if (this.counts === null) return null
    const split = this.#drawn ? (this.#drawn[position] ?? null) : EXPORT_SPLITS[own ?? 'train']
    if (split) this.counts[split]++
    return split
  }
}

/** Chooses the annotations of an export, and collects the classes and types that they have. */
class ExportedAnnotations {
  count = 0
  readonly types = new Set<AnnotationType>()
  readonly #listed: ReadonlySet<string>
  readonly #unlisted = new Set<string>()
  readonly #wanted: ReadonlySet<string> | null
  readonly #includesPending: boolean
  readonly #pause = pausing()

  constructor({ only_classes, include_pending }: DatasetExportRow, dataset: DatasetRow) {
    const only = fromJsonOrNull<string[]>(only_classes)
    this.#wanted = only && new Set(only)
    this.#includesPending = include_pending !== 0
    this.#listed = new Set(classesOf(dataset).map(({ name }) => name))
  }

  /** Returns those of an image that belong to the export, and the ids of those that wait for a review instead. */
  async take(labelled: readonly LabelledRow[]): Promise<Pick<ExportImageRow, 'annotations' | 'pending'>> {
    const taken: string[] = []
    const pending: string[] = []
    for (const row of labelled) {
      if (!this.#isWanted(row.name)) continue
      if (!this.#includesPending && isPending(row)) {
        pending.push(row.id)
        continue
      }
      if (this.#pause.isDue) await this.#pause.take()
      if (!this.#listed.has(row.name)) this.#unlisted.add(row.name)
      this.types.add(row.type)
      taken.push(frozenJson(row))
    }
    this.count += taken.length
    return { annotations: `[${taken.join(',')}]`, pending: pending.length > 0 ? toJson(pending) : null }
  }

  /** The classes that the data set lists, in their order, then others by name. */
  get classes(): string[] {
    return [...this.#listed, ...[...this.#unlisted].sort()].filter((name) => this.#isWanted(name))
  }

  #isWanted(name: string): boolean {
    return this.#wanted?.has(name) ?? true
  }
}

type FrozenAnnotation = LabelledRow & { image_id: string }

/** Read in parts, since those of one image can be thousands. */
export async function annotationsByImage(tx: Snapshot, images: readonly SelectedImage[]) {
  const byImage = new Map<string, FrozenAnnotation[]>()
  const ids = images.map(({ id }) => id)
  for (let after: FrozenAnnotation | undefined; ; ) {
    const rows = await annotationsAfter(tx, ids, after)
    for (const row of rows) {
      const held = byImage.get(row.image_id)
      if (held) held.push(row)
      else byImage.set(row.image_id, [row])
    }
    if (rows.length < ANNOTATIONS) break
    after = rows.at(-1)
  }
  for (const held of byImage.values()) held.sort((a, b) => a.position - b.position)
  return byImage
}

function annotationsAfter(tx: Snapshot, ids: readonly string[], after: FrozenAnnotation | undefined) {
  const ordered = tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .select(['a.image_id', 'a.id', 'a.position', 'l.name', 'l.type', 'a.confidence', 'a.geometry', 'a.extra'])
    .where('a.image_id', 'in', ids)
    .where('l.removed_at', 'is', null)
    // By the primary key, so that no part sorts the rows of the others; their positions are sorted afterwards.
    .orderBy('a.image_id')
    .orderBy('a.id')
    .limit(ANNOTATIONS)
  if (!after) return ordered.execute()
  return ordered.where(sql<boolean>`(a.image_id, a.id) > (${after.image_id}, ${after.id})`).execute()
}
