/** The job that scans a data set for near-duplicates: it asks the index for the neighbours of each image. */
import { batchesOf } from '../../../shared/domain/batches.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { type Database, fromJson, insertMany, toJsonOrNull } from '../../db/database.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { NearDuplicateRow, NearDuplicateScanRow } from '../../db/schema/similar-images.ts'
import type { Hold, JobContext, JobEnd, JobKind } from '../../work/jobs/job.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import { cosine } from '../vectors/cosine.ts'
import { TOLERANCE, type VectorIndex } from '../vectors/vector-index.ts'
import { createDuplicateGroups, type DuplicateGroups } from './duplicate-groups.ts'

export const NEAR_DUPLICATE_SCAN = 'near_duplicate_scan'

export interface ScanPayload {
  dataset_id: string
  threshold: number
}

export interface ScanResult {
  scanned_images: number
  group_count: number
  duplicate_count: number
}

export interface NearDuplicateJobOptions {
  db: Database
  index: VectorIndex
  now: () => Date
}

const ROWS_AT_ONCE = 128
/** Neighbours of an image; more of one that has as many near-duplicates. */
const NEIGHBOURS = 16
const MANY_NEIGHBOURS = 256
const KEYS_AT_ONCE = 500

export function nearDuplicateJob({ db, index, now }: NearDuplicateJobOptions): JobKind {
  const pageAfter = ({ dataset_id }: ScanPayload, mark: string) =>
    db
      .selectFrom('image_derivations as d')
      .innerJoin('images as i', 'i.id', 'd.image_id')
      .innerJoin('image_contents as c', 'c.sha256', 'i.sha256')
      .innerJoin('datasets as s', 's.id', 'd.dataset_id')
      .select(['d.image_id', 'd.content_key', 'd.made_id', 'c.descriptor', 'i.is_archived'])
      .where('d.dataset_id', '=', dataset_id)
      .where('d.state', '=', 'made')
      .where('d.made_id', '>', mark)
      .where('s.deleted_at', 'is', null)
      .orderBy('d.made_id')
      .limit(ROWS_AT_ONCE)
      .execute()

  /** `hold`: of the job that is about to write others. */
  async function removeRows(scanId: string, hold?: Hold): Promise<void> {
    for (;;) {
      const some = db.selectFrom('near_duplicates').select('group_number').where('scan_id', '=', scanId)
      const first = await some.orderBy('group_number').limit(1).executeTakeFirst()
      if (!first) return
      const until = first.group_number + ROWS_AT_ONCE
      await db.transaction().execute(async (tx) => {
        await hold?.(tx)
        await tx.deleteFrom('near_duplicates').where('scan_id', '=', scanId).where('group_number', '<', until).execute()
      })
    }
  }

  /** Returns the descriptors in `known`, and others from their rows: the similarities of the index are not exact. */
  async function descriptorsOf(
    { dataset_id }: ScanPayload,
    keys: ReadonlySet<string>,
    known: ReadonlyMap<string, Int8Array>,
  ): Promise<Map<string, Int8Array>> {
    const found = new Map(known)
    const missing = [...keys].filter((key) => !known.has(key))
    for (const some of batchesOf(missing, KEYS_AT_ONCE)) {
      const rows = await db
        .selectFrom('image_derivations as d')
        .innerJoin('images as i', 'i.id', 'd.image_id')
        .innerJoin('image_contents as c', 'c.sha256', 'i.sha256')
        .select(['d.content_key', 'c.descriptor'])
        .where('d.dataset_id', '=', dataset_id)
        .where('d.content_key', 'in', some)
        .execute()
      for (const { content_key, descriptor } of rows) {
        if (descriptor !== null && !found.has(content_key)) found.set(content_key, descriptorOf(descriptor))
      }
    }
    return found
  }

  async function link(groups: DuplicateGroups, payload: ScanPayload, contents: Map<string, Int8Array>): Promise<void> {
    const { threshold } = payload
    const ask = async (keys: string[], count: number): Promise<string[]> => {
      if (keys.length === 0) return []
      const vectors = keys.map((key) => contents.get(key) as Int8Array)
      const found = await index.search(payload.dataset_id, vectors, count)
      const near = found.map((some) => some.filter(({ similarity }) => similarity >= threshold - TOLERANCE))
      const others = await descriptorsOf(payload, new Set(near.flat().map(({ key }) => key)), contents)
      for (const [i, key] of keys.entries()) {
        for (const other of near[i] ?? []) {
          const descriptor = others.get(other.key)
          const similarity = descriptor ? cosine(vectors[i] as Int8Array, descriptor) : 0
          if (similarity >= threshold) groups.link(key, other.key, similarity)
        }
      }
      return keys.filter((_, i) => near[i]?.length === count)
    }
    await ask(await ask([...contents.keys()], NEIGHBOURS), MANY_NEIGHBOURS)
  }

  async function scan(job: JobRow, { signal, progress, hold }: JobContext): Promise<ScanResult> {
    const payload = fromJson<ScanPayload>(job.payload)
    const groups = createDuplicateGroups()
    const total = Number(
      (
        await db
          .selectFrom('image_derivations')
          .where('dataset_id', '=', payload.dataset_id)
          .where('state', '=', 'made')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
    await index.refresh(payload.dataset_id, signal)
    let scanned = 0
    for (let mark = ''; ; ) {
      signal.throwIfAborted()
      const rows = await pageAfter(payload, mark)
      const last = rows.at(-1)?.made_id
      if (!last) break
      mark = last
      const contents = new Map<string, Int8Array>()
      for (const { image_id, content_key, descriptor, is_archived } of rows) {
        if (is_archived === 1 || descriptor === null) continue
        groups.add(image_id, content_key)
        contents.set(content_key, descriptorOf(descriptor))
        scanned++
      }
      await link(groups, payload, contents)
      progress({ done: scanned, total: Math.max(total, scanned) })
    }
    return { scanned_images: scanned, ...(await storeGroups(job.id, groups, { signal, hold })) }
  }

  async function storeGroups(
    scan_id: string,
    groups: DuplicateGroups,
    { signal, hold }: Pick<JobContext, 'signal' | 'hold'>,
  ) {
    // An attempt that was interrupted may have left rows.
    await removeRows(scan_id, hold)
    const counts = { group_count: 0, duplicate_count: 0 }
    let rows: NearDuplicateRow[] = []
    const store = async () => {
      signal.throwIfAborted()
      const some = rows
      rows = []
      await db.transaction().execute(async (tx) => {
        await hold(tx)
        const ids = some.map(({ image_id }) => image_id)
        if (ids.length === 0) return
        // Images may have been deleted meanwhile.
        const there = await tx.selectFrom('images').select('id').where('id', 'in', ids).execute()
        const left = new Set(there.map(({ id }) => id))
        await insertMany(
          tx,
          'near_duplicates',
          some.filter(({ image_id }) => left.has(image_id)),
        )
      })
    }
    for await (const group of groups.groups()) {
      const group_number = counts.group_count++
      counts.duplicate_count += group.length - 1
      for (const image of group) {
        rows.push({ scan_id, group_number, ...image })
        if (rows.length >= ROWS_AT_ONCE) await store()
      }
    }
    await store()
    return counts
  }

  return {
    kind: NEAR_DUPLICATE_SCAN,
    pool: 'long',
    estimateMs: 30_000,
    atOnce: 1,
    run: async (job, context) => ({ state: 'done', result: await scan(job, context) }),
    failures: { fault: 'search.scan_fault', diskFull: 'search.scan_disk_full' },
    async ended(tx, job, end) {
      const completed_at = now().toISOString()
      await tx
        .updateTable('near_duplicate_scans')
        .set({ ...columnsOf(end), completed_at })
        .where('id', '=', job.id)
        .execute()
    },
    async requeued(tx, { id }) {
      await tx
        .updateTable('near_duplicate_scans')
        .set({ status: 'pending', error: null, error_text: null, completed_at: null })
        .where('id', '=', id)
        .execute()
    },
    async after(job, end) {
      if (end.state !== 'done') return removeRows(job.id)
      const { dataset_id } = fromJson<ScanPayload>(job.payload)
      const older = db.selectFrom('near_duplicate_scans').select('id').where('dataset_id', '=', dataset_id)
      for (const { id } of await older.where('id', '<', job.id).where('status', '!=', 'pending').execute()) {
        await removeRows(id)
        await db.deleteFrom('near_duplicate_scans').where('id', '=', id).execute()
      }
    },
  }
}

type EndColumns = Partial<NearDuplicateScanRow>

function columnsOf(end: JobEnd): EndColumns {
  if (end.state === 'done') return { status: 'completed', ...(end.result as ScanResult) }
  if (end.state === 'cancelled') return { status: 'cancelled' }
  const said: Said = end.error
  return { status: 'failed', error: said.message, error_text: toJsonOrNull(said.text) }
}
