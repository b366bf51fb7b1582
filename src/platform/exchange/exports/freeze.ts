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
import { classesOf } from '../../datasets/dataset-repository.ts'
import { isPending, type LabelledRow } from '../../datasets/stored-annotation.ts'
import type { Database } from '../../db/database.ts'
import { fromJsonOrNull, toJson, toJsonOrNull } from '../../db/json.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { DatasetExportRow, ExportImageRow } from '../../db/schema/exports.ts'
import { pausing } from '../../machine/pauses.ts'
import { archiveNames } from './archive-names.ts'
import { frozenJson } from './frozen-annotations.ts'
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
  const only = fromJsonOrNull<string[]>(row.only_classes)
  const wanted = only && new Set(only)
  const splitBy = fromJsonOrNull<SplitShares | 'image_splits'>(row.split)
  return readSnapshot(db, async (tx) => {
    const datasets = tx.selectFrom('datasets').selectAll().where('id', '=', row.dataset_id)
    const dataset = await datasets.where('deleted_at', 'is', null).executeTakeFirst()
    if (!dataset) throw new ApiError('not_found', message('export.dataset_deleted'))
    const selected = await selectImages(tx, { ...row, image_ids: await chosenIds(tx, row.id) })
    const image_count = selected.count
    const splits = typeof splitBy === 'object' && splitBy ? splitImages(image_count, splitBy, row.seed) : null
    const counts: SplitCounts = { train: 0, val: 0, test: 0 }
    const listed = new Set(classesOf(dataset).map(({ name }) => name))
    const unlisted = new Set<string>()
    const types = new Set<AnnotationType>()
    const archivePath = archiveNames()
    const pause = pausing()
    let [position, annotation_count] = [0, 0]
    for await (const images of selected.pages()) {
      const annotationsOf = await annotationsByImage(tx, images)
      const rows: ExportImageRow[] = []
      for (const { id: image_id, split: ofImage, ...image } of images) {
        const annotations: string[] = []
        for (const labelled of annotationsOf.get(image_id) ?? []) {
          if (wanted && !wanted.has(labelled.name)) continue
          if (row.include_pending === 0 && isPending(labelled)) continue
          if (pause.isDue) await pause.take()
          if (!listed.has(labelled.name)) unlisted.add(labelled.name)
          types.add(labelled.type)
          annotations.push(frozenJson(labelled))
        }
        annotation_count += annotations.length
        const split = splitBy === 'image_splits' ? EXPORT_SPLITS[ofImage ?? 'train'] : (splits?.[position] ?? null)
        if (split) counts[split]++
        const frozen = { ...image, archive_path: archivePath(image), split, annotations: `[${annotations.join(',')}]` }
        rows.push({ export_id: row.id, position: position++, image_id, ...frozen })
      }
      await options.store(rows)
      options.progress(position, image_count)
    }
    const classes = [...listed, ...[...unlisted].sort()].filter((name) => !wanted || wanted.has(name))
    return {
      dataset_name: dataset.name,
      classes: toJson(classes),
      annotation_types: toJson([...types].sort()),
      image_count,
      annotation_count,
      split_counts: toJsonOrNull(splitBy && counts),
    }
  })
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
