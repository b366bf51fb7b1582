/** Locks the rows of blobs for a transaction that stores rows which name them. */
import type { Transaction } from 'kysely'
import { isPostgres } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

/** The bytes that a transaction was about to name were removed. */
export class BlobGone extends Error {
  override readonly name = 'BlobGone'

  constructor() {
    super('The file was removed from the store before it was used.')
  }
}

/**
 * Call it in each transaction that stores a hash which other rows name already: the bytes stay until it ends, and afterwards because
 * they are named. Transactions that name the same blob do not wait for one another.
 * @throws BlobGone when the store has a blob no longer
 */
export async function nameBlobs(tx: Transaction<Tables>, hashes: Iterable<string>): Promise<void> {
  const wanted = [...new Set(hashes)]
  if (wanted.length === 0) return
  const rows = tx.selectFrom('blobs').select('sha256').where('sha256', 'in', wanted)
  const held = await (isPostgres(tx) ? rows.forShare() : rows).execute()
  if (held.length < wanted.length) throw new BlobGone()
}
