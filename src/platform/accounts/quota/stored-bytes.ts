/**
 * Sums of the bytes that an organization stores, changed in the transaction that stores or removes them. The images of data
 * sets are not among them: the counters of data sets have their bytes.
 */
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { StoredKind } from '../../db/schema/limits.ts'

/** Adds bytes to a sum; negative ones for what is removed. Call it late in a transaction: others wait for its end. */
export async function countStored(
  tx: Pick<Database, 'insertInto'>,
  organizationId: string,
  kind: StoredKind,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  await tx
    .insertInto('stored_bytes')
    .values({ organization_id: organizationId, kind, bytes })
    .onConflict((c) =>
      c.columns(['organization_id', 'kind']).doUpdateSet({ bytes: sql`stored_bytes.bytes + excluded.bytes` }),
    )
    .execute()
}
