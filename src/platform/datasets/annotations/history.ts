/** The history of the annotations of an image: its revisions, and what each one replaced. */
import { batchesOf } from '../../../shared/domain/batches.ts'
import type { Database } from '../../db/database.ts'
import type { LabelRow } from '../../db/schema/annotations.ts'
import { parseLargeJson } from '../../http/large-json.ts'
import { type Inverse, inverseOf, type StoredRow } from './inverse.ts'

type Reads = Pick<Database, 'selectFrom'>

/** A change with all that takes it back. */
export interface RecordedChange extends Inverse {
  revision: number
  created_by: string | null
}

/** Inverses of one query: each can be of 10,000 annotations. */
const CHANGES_AT_ONCE = 5
/** Annotations of one query. */
const ROWS_AT_ONCE = 2000
/** Ids of one query. */
const IDS_AT_ONCE = 500

/**
 * The changes of an image from revision `last` down to the one after `after`, newest first. Ends early where they are not
 * kept any more.
 */
export async function* changesAfter(
  db: Reads,
  imageId: string,
  after: number,
  last: number,
): AsyncGenerator<RecordedChange> {
  for (let next = last; next > after; ) {
    const rows = await db
      .selectFrom('image_revisions')
      .select(['revision', 'created_by', 'inverse'])
      .where('image_id', '=', imageId)
      .where('revision', '<=', next)
      .where('revision', '>', after)
      .orderBy('revision', 'desc')
      .limit(CHANGES_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    for (const { revision, created_by, inverse } of rows) {
      if (revision !== next) return
      const parsed = await inverseOf(await parseLargeJson(inverse, JSON.parse))
      const old = parsed.all ? [...parsed.old, ...(await pastRows(db, imageId, revision))] : parsed.old
      yield { ...parsed, old, revision, created_by }
      next--
    }
  }
}

/** The annotations that a change replaced as a whole. */
async function pastRows(db: Reads, imageId: string, revision: number): Promise<StoredRow[]> {
  const all: StoredRow[] = []
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('past_annotations')
      .select(['id', 'label_id', 'position', 'confidence', 'geometry', 'extra'])
      .where('image_id', '=', imageId)
      .where('revision', '=', revision)
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const row of rows) all.push(row)
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return all
    after = last.position
  }
}

export type LabelNames = ReadonlyMap<string, Pick<LabelRow, 'id' | 'name' | 'type'>>

/** The labels of annotations, by id; those of deleted classes are missing. */
export async function labelNames(db: Reads, rows: Iterable<StoredRow>): Promise<LabelNames> {
  const ids = new Set<string>()
  for (const { label_id } of rows) ids.add(label_id)
  const all = [...ids]
  const names = new Map<string, Pick<LabelRow, 'id' | 'name' | 'type'>>()
  for (const batch of batchesOf(all, IDS_AT_ONCE)) {
    const some = await db
      .selectFrom('labels')
      .select(['id', 'name', 'type'])
      .where('id', 'in', batch)
      .where('removed_at', 'is', null)
      .execute()
    for (const label of some) names.set(label.id, label)
  }
  return names
}
