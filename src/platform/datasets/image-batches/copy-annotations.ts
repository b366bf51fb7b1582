/** Copies annotations of images to copies of the images, under ids of their own. */
import { sql, type Transaction } from 'kysely'
import { newId } from '../../db/ids.ts'
import { insertMany } from '../../db/insert-many.ts'
import type { AnnotationRow } from '../../db/schema/annotations.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { labelKind, type Tally } from '../counters.ts'

type Tx = Transaction<Tables>
type Figures = Pick<ImageRow, 'annotation_count' | 'lowest_confidence'>

/** Annotations of one query. */
const AT_ONCE = 1000

/**
 * Stores the copies, and adds them to the counters of labels. `copies`: ids of the copies by those of their originals, all of
 * images that are not archived. Returns the figures of each copy, by its id.
 */
export async function copyAnnotations(
  tx: Tx,
  tally: Tally,
  copies: ReadonlyMap<string, string>,
): Promise<Map<string, Figures>> {
  const figures = new Map<string, Figures>()
  const labels = new Map<string, Set<string>>()
  const originals = [...copies.keys()]
  for (let after: AnnotationRow | undefined; ; ) {
    const rows = await annotationsAfter(tx, originals, after)
    const copied = rows.map((row) => ({ ...row, id: newId(), image_id: copies.get(row.image_id) as string }))
    for (const { image_id, label_id, confidence } of copied) {
      const { annotation_count, lowest_confidence } = figures.get(image_id) ?? NONE
      const lowest = confidence === null ? lowest_confidence : Math.min(lowest_confidence ?? 1, confidence)
      figures.set(image_id, { annotation_count: annotation_count + 1, lowest_confidence: lowest })
      const images = labels.get(label_id) ?? new Set()
      labels.set(label_id, images.add(image_id))
      tally.add(labelKind({ is_archived: 0 }), label_id, 0, 1)
    }
    await insertMany(tx, 'annotations', copied)
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)
  }
  for (const [label, images] of labels) tally.add(labelKind({ is_archived: 0 }), label, images.size, 0)
  return figures
}

export const NONE: Figures = { annotation_count: 0, lowest_confidence: null }

function annotationsAfter(tx: Tx, imageIds: readonly string[], after: AnnotationRow | undefined) {
  const ordered = tx
    .selectFrom('annotations as a')
    .innerJoin('labels as l', 'l.id', 'a.label_id')
    .selectAll('a')
    .where('a.image_id', 'in', imageIds)
    .where('l.removed_at', 'is', null)
    .orderBy('a.image_id')
    .orderBy('a.id')
    .limit(AT_ONCE)
  if (!after) return ordered.execute()
  return ordered.where(sql<boolean>`(a.image_id, a.id) > (${after.image_id}, ${after.id})`).execute()
}
