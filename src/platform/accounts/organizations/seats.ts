/** The places of a plan that members and pending invites occupy. */
import type { Database } from '../../db/database.ts'
import type { SignedIn } from '../../machine/identity/caller.ts'

export async function memberCount(db: Database, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('memberships')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Invites that can still be accepted. */
export async function pendingInviteCount(db: Database, organizationId: string, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('invites')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Makes other changes of the organization's members and invites wait until the transaction ends, so that none of them
 * is made on a count that is no longer right. Call it first: it is the write that a transaction of SQLite begins with.
 */
export async function lockSeats(tx: Database, organizationId: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((e) => ({ slug: e.ref('slug') }))
    .where('id', '=', organizationId)
    .execute()
}

/**
 * Returns whether the person is a member, until the transaction ends: a removal waits for it, and then finds what was made
 * for the member. Call it first, as `lockSeats`, which it calls.
 */
export async function staysMember(tx: Database, person: Pick<SignedIn, 'userId' | 'organizationId'>): Promise<boolean> {
  await lockSeats(tx, person.organizationId)
  const membership = await tx
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', person.userId)
    .where('organization_id', '=', person.organizationId)
    .executeTakeFirst()
  return membership !== undefined
}
