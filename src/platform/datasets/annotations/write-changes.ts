/**
 * Stores changes of the annotations of images: the annotations, one revision of each image, and the figures of images and
 * data sets. Statements are for all images together, since each one takes a turn between two threads.
 */

import { sql, type Transaction } from 'kysely'
import { KEPT_REVISIONS, type RevisionKind } from '../../../shared/api/image-annotations.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { insertMany } from '../../db/database.ts'
import type { ImageRevisionRow } from '../../db/schema/annotation-history.ts'
import type { AnnotationRow } from '../../db/schema/annotations.ts'
import type { Tables } from '../../db/tables.ts'
import { ANNOTATION_FIGURES, createTally, type Tally } from '../counters.ts'
import { storedCount } from '../stored-annotation.ts'
import { creditSaves } from '../task-work/credit-saves.ts'
import { countAfter, countsAfter, figuresOf, type ImageChange, visibleOf } from './image-change.ts'
import { inverseText, type StoredRow } from './inverse.ts'

/** The cause of a change. */
export interface Cause {
  kind: RevisionKind
  userId: string | null
  /** ISO 8601 */
  at: string
}

type Tx = Transaction<Tables>

/** Work of a person, which tasks credit. */
const BY_PEOPLE: readonly RevisionKind[] = ['save', 'delete', 'edit', 'restore']

/** A save without ids stores all annotations again: then the growth counts. */
const addedBy = ({ image, created, isReplaced }: ImageChange): number =>
  isReplaced ? Math.max(0, created.length - storedCount(image)) : created.length

/** Ids of one statement. */
const IDS_AT_ONCE = 500
/** Old revisions are removed when so many have gathered. */
const PRUNED_AT_ONCE = 20

/** `changes`: of different images, none empty. Must be last in its transaction. */
export async function writeChanges(tx: Tx, changes: readonly ImageChange[], cause: Cause): Promise<void> {
  if (changes.length === 0) return
  await removeRows(tx, changes)
  await writeRows(tx, changes)
  await writeFigures(tx, changes)
  await insertMany(
    tx,
    'image_revisions',
    changes.map((change) => revisionOf(change, cause)),
  )
  for (const { image } of changes) {
    const oldest = image.revision + 1 - KEPT_REVISIONS
    if (oldest <= 0 || oldest % PRUNED_AT_ONCE !== 0) continue
    for (const table of ['image_revisions', 'past_annotations'] as const) {
      const old = tx.deleteFrom(table).where('image_id', '=', image.id)
      await old.where('revision', '<=', oldest).execute()
    }
  }
  const { kind, userId, at } = cause
  if (userId !== null && BY_PEOPLE.includes(kind)) {
    const saves = changes.map((change) => ({ imageId: change.image.id, added: addedBy(change) }))
    await creditSaves(tx, saves, userId, at)
  }
  for (const tally of talliesOf(changes)) await tally.write(tx)
}

async function removeRows(tx: Tx, changes: readonly ImageChange[]): Promise<void> {
  const emptied: string[] = []
  for (const { image, isReplaced, deleted, rejected } of changes) {
    if (isReplaced) emptied.push(image.id)
    else {
      const ids = [...deleted, ...rejected].map(({ id }) => id)
      for (const batch of batchesOf(ids, IDS_AT_ONCE)) {
        const some = tx.deleteFrom('annotations').where('image_id', '=', image.id)
        await some.where('id', 'in', batch).execute()
      }
    }
  }
  if (emptied.length === 0) return
  // Inside of the database, since a way through this thread takes longer.
  await tx
    .insertInto('past_annotations')
    .columns(['image_id', 'revision', ...PAST])
    .expression((e) =>
      e
        .selectFrom('annotations as a')
        .innerJoin('images as i', 'i.id', 'a.image_id')
        .where('a.image_id', 'in', emptied)
        .select(['a.image_id', (n) => n('i.revision', '+', 1).as('revision'), ...PAST.map((c) => `a.${c}` as const)]),
    )
    .execute()
  await tx.deleteFrom('annotations').where('image_id', 'in', emptied).execute()
}

const PAST = ['id', 'label_id', 'position', 'confidence', 'geometry', 'extra'] as const
const KEY = ['image_id', 'id'] as const
const VALUES = ['position', 'confidence', 'geometry', 'extra'] as const

async function writeRows(tx: Tx, changes: readonly ImageChange[]): Promise<void> {
  // Most annotations have no such fields, and a column less is inserted faster.
  const isPlain = changes.every(({ created }) => created.every(({ extra }) => extra === null))
  const added: AnnotationRow[] = []
  for (const { image, created } of changes) {
    for (const row of created) added.push(isPlain ? plainRow(image.id, row) : withImage(image.id, row))
  }
  await insertMany(tx, 'annotations', added)
  const updated = changes.flatMap(({ image, updated }) => updated.map(({ row }) => withImage(image.id, row)))
  const relabelled = changes.some(({ updated }) => updated.some(({ old, row }) => old.label_id !== row.label_id))
  await insertMany(tx, 'annotations', updated, { key: KEY, set: relabelled ? [...VALUES, 'label_id'] : VALUES })
}

const plainRow = (image_id: string, { id, label_id, position, confidence, geometry }: StoredRow) =>
  ({ image_id, id, label_id, position, confidence, geometry }) as AnnotationRow

const withImage = (
  image_id: string,
  { id, label_id, position, confidence, geometry, extra }: StoredRow,
): AnnotationRow => ({ image_id, id, label_id, position, confidence, geometry, extra })

async function writeFigures(tx: Tx, changes: readonly ImageChange[]): Promise<void> {
  const [first] = changes
  if (first && changes.length === 1 && first.lowest !== undefined) {
    const { id, revision } = first.image
    const annotation_count = visibleOf(countsAfter(first))
    const outside_count = countAfter(first) - annotation_count
    const figures = { annotation_count, outside_count, lowest_confidence: first.lowest, revision: revision + 1 }
    await tx.updateTable('images').set(figures).where('id', '=', id).execute()
    return
  }
  const ids = sql.join(changes.map(({ image }) => image.id))
  await sql`update images set ${ANNOTATION_FIGURES}, revision = revision + 1 where id in (${ids})`.execute(tx)
}

function revisionOf(change: ImageChange, { kind, userId, at }: Cause): ImageRevisionRow {
  const { image, created, updated, deleted, rejected, isReplaced } = change
  const all = isReplaced || storedCount(image) === 0
  return {
    image_id: image.id,
    revision: image.revision + 1,
    kind,
    created_by: userId,
    created_at: at,
    annotation_count: countAfter(change),
    ...figuresOf(change),
    inverse: inverseText({
      all,
      created: all ? [] : created.map(({ id }) => id),
      rejected: rejected.map(({ id }) => id),
      old: [...updated.map((one) => one.old), ...deleted, ...rejected],
    }),
  }
}

/** The differences to the counters, of each data set together. */
function talliesOf(changes: readonly ImageChange[]): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const change of changes) {
    const { image, before } = change
    const tally = tallies.get(image.dataset_id) ?? createTally(image.dataset_id)
    tallies.set(image.dataset_id, tally)
    const after = countsAfter(change)
    for (const [label, count] of before) tally.label(image, label, count, -1)
    for (const [label, count] of after) tally.label(image, label, count, 1)
    if (image.is_archived) continue
    tally.add('density', `${image.annotation_count}`, -1, 0)
    tally.add('density', `${visibleOf(after)}`, 1, 0)
  }
  return [...tallies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally)
}
