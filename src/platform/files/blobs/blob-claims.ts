/**
 * Claims of writers: the row of a blob is made, or its mark renewed, before its bytes are written, so that nobody removes them
 * before a row names them. No lock is held meanwhile, however long the writing takes. The end of a claim restores the mark before
 * it, which may be that of another writer.
 */
import { sql, type Transaction } from 'kysely'
import { BLOB_HASHES } from '../../db/blob-hashes.ts'
import { type Database, databaseClock, isPostgres, lockingTransaction } from '../../db/database.ts'
import { apartFromPieces } from '../../db/first-change.ts'
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

export interface BlobClaims {
  /** `size`: of the bytes. */
  claim(sha256: string, size: number): Promise<Claim>
  /** Claims blobs of different hashes in one transaction. */
  claimAll(blobs: readonly Pick<BlobRow, 'sha256' | 'size'>[]): Promise<Claim[]>
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

  async function claim(sha256: string, size: number): Promise<Claim> {
    for (;;) {
      const since = (await clock()).toISOString()
      const made = await db
        .insertInto('blobs')
        .values({ sha256, size, unreferenced_since: since })
        .onConflict((c) => c.column('sha256').doNothing())
        .returning('sha256')
        .executeTakeFirst()
      if (made) return { sha256, since, before: null, isNew: true }
      const renewed = await lockingTransaction(db, (tx) => renew(tx, sha256, since))
      // The blob whose row is gone was removed in between.
      if (renewed) return renewed
    }
  }

  /** In the order of their hashes: two transactions that wait for each other's rows would be stopped. */
  async function claimAll(blobs: readonly Pick<BlobRow, 'sha256' | 'size'>[]): Promise<Claim[]> {
    const since = (await clock()).toISOString()
    const sorted = [...blobs].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
    const claims = await lockingTransaction(db, async (tx) => {
      const made = await tx
        .insertInto('blobs')
        .values(sorted.map(({ sha256, size }) => ({ sha256, size, unreferenced_since: since })))
        .onConflict((c) => c.column('sha256').doNothing())
        .returning('sha256')
        .execute()
      const isNew = new Set(made.map(({ sha256 }) => sha256))
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
        await named.where('unreferenced_since', '=', since).execute()
        await nameBlobs(tx, hashes)
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
