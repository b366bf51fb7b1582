/** The second factor of a person, as everything that begins or ends sessions sees it. */
import type { Database } from '../../db/database.ts'

/** Consumes a code, in the transaction of the change that it allows. False for a wrong or used one. */
export type Consume = (tx: Database) => Promise<boolean>

/** False while it is set up. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Sign-ins that wait for a code end with it. In a transaction. */
export async function removeSecondFactor(tx: Database, userId: string): Promise<void> {
  for (const table of ['second_factors', 'recovery_codes', 'pending_sign_ins'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
