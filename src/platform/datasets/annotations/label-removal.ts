/**
 * Removes the annotations of deleted classes in small steps, so that other callers' writes get their turn in between. Their
 * labels are hidden before the first step; the next start completes a removal that was interrupted.
 */
import { sql } from 'kysely'
import { type Database, insertMany, lockingTransaction } from '../../db/database.ts'
import { createRemovals } from '../../db/removals.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Log } from '../../machine/log.ts'
import { ANNOTATION_FIGURES, createTally, LABEL_KINDS } from '../counters.ts'
import { IS_VISIBLE, storedCount } from '../stored-annotation.ts'
import { inverseText } from './inverse.ts'
import { lockedImages } from './locked-images.ts'

export interface LabelRemoval {
  /** Removes the annotations of hidden labels, then the labels. Never rejects. */
  remove(labelIds: readonly string[]): Promise<void>
  /** Starts to complete the removals that were interrupted. */
  resume(): Promise<void>
  /** Ends after the step in progress. */
  close(): Promise<void>
}

/** Images of a step. */
const MAX_STEP = 400

const NOTHING = inverseText({ all: false, created: [], rejected: [], old: [] })

export function createLabelRemoval(db: Database, log: Log, now: () => Date): LabelRemoval {
  const removals = createRemovals(log)

  /** Returns whether the label has further annotations. */
  function removeSome(labelId: string, limit: number): Promise<boolean> {
    return lockingTransaction(db, async (tx) => {
      const label = await tx.selectFrom('labels').select('dataset_id').where('id', '=', labelId).executeTakeFirst()
      if (!label) return false
      const labelled = tx.selectFrom('annotations').select('image_id').distinct().where('label_id', '=', labelId)
      const some = (await labelled.orderBy('image_id').limit(limit).execute()).map(({ image_id }) => image_id)
      await lockedImages(tx, some)
      const held = await tx
        .selectFrom('annotations as a')
        .innerJoin('images as i', 'i.id', 'a.image_id')
        .where('a.label_id', '=', labelId)
        .where('a.image_id', 'in', some)
        .groupBy(['a.image_id', 'i.is_archived', 'i.annotation_count'])
        .select(['a.image_id', 'i.is_archived', 'i.annotation_count', (e) => e.fn.countAll().as('removed')])
        .select(sql<number>`count(case when ${sql.raw(IS_VISIBLE)} then 1 end)`.as('visible'))
        .execute()
      const tally = createTally(label.dataset_id)
      for (const { is_archived, annotation_count, removed, visible } of held) {
        const count = { visible: Number(visible), outside: Number(removed) - Number(visible) }
        tally.label({ is_archived }, labelId, count, -1)
        if (is_archived) continue
        tally.add('density', `${annotation_count}`, -1, 0)
        tally.add('density', `${annotation_count - count.visible}`, 1, 0)
      }
      const ids = held.map((image) => image.image_id)
      if (ids.length > 0) {
        await tx.deleteFrom('annotations').where('label_id', '=', labelId).where('image_id', 'in', ids).execute()
        const { rows: changed } = await sql<Pick<ImageRow, 'id' | 'revision' | 'annotation_count' | 'outside_count'>>`
          update images set ${ANNOTATION_FIGURES}, revision = revision + 1 where id in (${sql.join(ids)})
          returning id, revision, annotation_count, outside_count`.execute(tx)
        // The class is gone from the history too, so that nothing is left of annotations that were to be deleted.
        const removedOf = new Map(held.map(({ image_id, removed }) => [image_id, Number(removed)]))
        const at = now().toISOString()
        await insertMany(
          tx,
          'image_revisions',
          changed.map((image) => ({
            image_id: image.id,
            revision: image.revision,
            kind: 'class_deleted',
            created_by: null,
            created_at: at,
            annotation_count: storedCount(image),
            created: 0,
            updated: 0,
            deleted: removedOf.get(image.id) ?? 0,
            rejected: 0,
            inverse: NOTHING,
          })),
        )
      }
      await tally.write(tx)
      if (some.length === limit) return true
      await tx
        .deleteFrom('dataset_counters')
        .where('dataset_id', '=', label.dataset_id)
        .where('kind', 'in', [...LABEL_KINDS, 'outside'])
        .where('key', '=', labelId)
        .execute()
      await tx.deleteFrom('labels').where('id', '=', labelId).execute()
      return false
    })
  }

  async function remove(labelIds: readonly string[]): Promise<void> {
    await removals.run(async (inSteps) => {
      for (const id of labelIds) await inSteps(MAX_STEP, (rows) => removeSome(id, rows))
    }, 'Annotations of a deleted class are removed at the next start.')
  }

  return {
    remove,
    async resume() {
      const hidden = await db.selectFrom('labels').select('id').where('removed_at', 'is not', null).execute()
      void remove(hidden.map(({ id }) => id))
    },
    close: removals.close,
  }
}
