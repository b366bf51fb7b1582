/**
 * Claims of writers: the row of a blob is made, or its mark renewed, before its bytes are written, so that nobody removes them
 * before a row names them. No lock is held meanwhile, however long the writing takes. The end of a claim restores the mark before
 * it, which may be that of another writer.
 */
import { sql, type Transaction } from 'kysely'
import { BLOB_HASHES } from '../../db/blob-hashes.ts'
import { type Database, databaseClock, isPostgres, lockingTransaction } from '../../db/database.ts'
import { apartFromPieces } from '../../db/first-change.ts'
import { createGathered } from '../../db/gathered.ts'
import type { BlobRow } from '../../db/schema/blobs.ts'
import type { Tables } from '../../db/tables.ts'
import { nameBlobs } from './name-blobs.ts'

export interface Claim {
  sha256: string
  /** The mark that this claim has set, which no other claim of the blob has. */
  since: string
  /** The mark before it; null for a blob that rows named, or that was not there. */
  before: string | null
  /** True when the claim has made the row. */
  isNew: boolean
}

type NewRow = Pick<BlobRow, 'sha256' | 'size'>

/** Claims of callers that wait for one statement. */
const MOST_AT_ONCE = 64

export interface BlobClaims {
  /** `size`: of the bytes. */
  claim(sha256: string, size: number): Promise<Claim>
  /** Claims blobs of different hashes in one transaction. */
  claimAll(blobs: readonly NewRow[]): Promise<Claim[]>
  /** Call it in the transaction that stores the row. @throws BlobGone for a blob that was removed, a day after it was claimed */
  name(tx: Transaction<Tables>, claim: Claim): Promise<void>
  /** Call it in the transaction that stores the rows. @throws BlobGone as `name` */
  nameAll(tx: Transaction<Tables>, claims: readonly Claim[]): Promise<void>
  /** Ends the claim of a blob that others have stored before. */
  release(claim: Claim): Promise<void>
  /** Removes a blob that the claim has made, with `remove`, unless another writer has claimed it or a row names it. */
  undo(claim: Claim, remove: () => Promise<void>): Promise<void>
}

export function createBlobClaims(db: Database, now: () => Date): BlobClaims {
  const clock = databaseClock(db, now)

  /** Inserts rows of different hashes, and returns the mark of those that were not there. */
  async function insertTogether(blobs: readonly NewRow[]): Promise<(string | null)[]> {
    const since = (await clock()).toISOString()
    const made = await insertNew(db, blobs, since)
    // When a hash is claimed twice, only the first claim has made its row.
    return blobs.map(({ sha256 }) => (made.delete(sha256) ? since : null))
  }
  const insert = createGathered({
    keyOf: () => '',
    most: MOST_AT_ONCE,
    together: insertTogether,
    isOfOne: () => true,
  })

  async function claim(sha256: string, size: number): Promise<Claim> {
    for (;;) {
      const made = await insert({ sha256, size })
      if (made !== null) return { sha256, since: made, before: null, isNew: true }
      const since = (await clock()).toISOString()
      const renewed = await lockingTransaction(db, (tx) => renew(tx, sha256, since))
      // The blob whose row is gone was removed in between.
      if (renewed) return renewed
    }
  }

  async function claimAll(blobs: readonly NewRow[]): Promise<Claim[]> {
    const since = (await clock()).toISOString()
    const sorted = inOrder(blobs)
    const claims = await lockingTransaction(db, async (tx) => {
      const isNew = await insertNew(tx, sorted, since)
      const held: (Claim | null)[] = []
      for (const { sha256 } of sorted) {
        held.push(isNew.has(sha256) ? { sha256, since, before: null, isNew: true } : await renew(tx, sha256, since))
      }
      return held
    })
    // The blob whose row is gone was removed in between.
    return Promise.all(
      claims.map((held, i) => {
        const { sha256, size } = sorted[i] as (typeof sorted)[number]
        return held ?? claim(sha256, Number(size))
      }),
    )
  }

  /** Nothing changes when another writer has renewed the mark. */
  const restored = (to: Pick<Database, 'updateTable'>, { sha256, since, before }: Claim) =>
    to
      .updateTable('blobs')
      .set({ unreferenced_since: before })
      .where('sha256', '=', sha256)
      .where('unreferenced_since', '=', since)
      .executeTakeFirst()

  return {
    // Claims are no part of the change that the audit log records with its first statement.
    claim: (sha256, size) => apartFromPieces(() => claim(sha256, size)),
    claimAll: (blobs) => apartFromPieces(() => claimAll(blobs)),
    async name(tx, held) {
      const { numUpdatedRows } = await restored(tx, held)
      if (numUpdatedRows === 0n) await nameBlobs(tx, [held.sha256])
    },
    async nameAll(tx, claims) {
      // The claims of new blobs end alike, those of `claimAll` at the same time.
      const made = new Map<string, string[]>()
      for (const held of claims) {
        if (held.isNew) made.set(held.since, [...(made.get(held.since) ?? []), held.sha256])
        else if ((await restored(tx, held)).numUpdatedRows === 0n) await nameBlobs(tx, [held.sha256])
      }
      for (const [since, hashes] of made) {
        const named = tx.updateTable('blobs').set({ unreferenced_since: null }).where('sha256', 'in', hashes)
        const { numUpdatedRows } = await named.where('unreferenced_since', '=', since).executeTakeFirst()
        if (Number(numUpdatedRows) < hashes.length) await nameBlobs(tx, hashes)
      }
    },
    async release(held) {
      await apartFromPieces(() => restored(db, held))
    },
    undo: ({ sha256, since }, remove) =>
      apartFromPieces(() =>
        lockingTransaction(db, async (tx) => {
          const row = await lockedRow(tx, sha256)
          if (row?.unreferenced_since !== since || (await isNamed(tx, sha256))) return
          await remove()
          await tx.deleteFrom('blobs').where('sha256', '=', sha256).execute()
        }),
      ),
  }
}

/** In one order: two transactions that wait for each other's rows would be stopped. */
const inOrder = (blobs: readonly NewRow[]): NewRow[] => [...blobs].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))

/** Returns the hashes whose rows were not there. */
async function insertNew(
  to: Pick<Database, 'insertInto'>,
  blobs: readonly NewRow[],
  unreferenced_since: string,
): Promise<Set<string>> {
  const rows = inOrder(blobs).map(({ sha256, size }) => ({ sha256, size, unreferenced_since }))
  const insert = to.insertInto('blobs').values(rows)
  const made = await insert
    .onConflict((c) => c.column('sha256').doNothing())
    .returning('sha256')
    .execute()
  return new Set(made.map(({ sha256 }) => sha256))
}

async function renew(tx: Transaction<Tables>, sha256: string, now: string): Promise<Claim | null> {
  const row = await lockedRow(tx, sha256)
  if (!row) return null
  const { unreferenced_since: before } = row
  const since = before !== null && before >= now ? new Date(Date.parse(before) + 1).toISOString() : now
  await tx.updateTable('blobs').set({ unreferenced_since: since }).where('sha256', '=', sha256).execute()
  return { sha256, since, before, isNew: false }
}

function lockedRow(tx: Transaction<Tables>, sha256: string) {
  const row = tx.selectFrom('blobs').select('unreferenced_since').where('sha256', '=', sha256)
  return (isPostgres(tx) ? row.forUpdate() : row).executeTakeFirst()
}

async function isNamed(tx: Transaction<Tables>, sha256: string): Promise<boolean> {
  const { rows } = await sql`select 1 from (${sql.raw(BLOB_HASHES)}) as named where sha256 = ${sha256} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
