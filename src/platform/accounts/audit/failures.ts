/**
 * Failed sign-ins in the audit log. Anybody makes them, so they are counted: those with an account from a network address are
 * one entry within an hour, and beyond a number of such entries, the rest of an organization is one too.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { actingRole, type Caller, pageCaller, type SignedIn } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import { writeEntry } from './audit-log.ts'

const PERIOD_MS = 60 * 60_000
/** Entries of an organization within the period. */
export const MOST_FAILURES = 100

export interface Failure {
  /** Such as `signIn.password`. */
  action: string
  /** The network address. */
  address: string
  /** The account, as it was typed. An unknown one is not stored: people type passwords there. */
  email?: string
  /** The person who is signed in already. */
  by?: SignedIn
}

export interface Failures {
  /** Never fails: the attempt is answered anyway. */
  note(failure: Failure): Promise<void>
}

interface Place {
  caller: Caller
  object: Record<string, string>
}

export function createFailures(db: Database, now: () => Date, log: Log): Failures {
  /** Every organization of the person; the one of the installation for an unknown account. Takes as long for both. */
  async function placesOf({ email, by }: Failure): Promise<Place[]> {
    if (by) return [{ caller: pageCaller(by), object: {} }]
    const { default_organization_id } = await db
      .selectFrom('installation')
      .select('default_organization_id')
      .executeTakeFirstOrThrow()
    const members = await db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.user_id', 'u.id')
      .select(['u.id', 'm.organization_id', 'm.role'])
      .where('u.email', '=', email ?? '')
      .execute()
    const anybody = { via: 'page', userId: null, keyId: null, sessionId: null, requestId: null } as const
    if (members.length === 0) {
      return [{ caller: { ...anybody, organizationId: default_organization_id, role: 'viewer' }, object: {} }]
    }
    return members.map(({ id, organization_id: organizationId, role }) => ({
      caller: { ...anybody, organizationId, role: actingRole(role) },
      object: { email: email ?? '', user_id: id },
    }))
  }

  const count = ({ caller, object }: Place, { action, address }: Failure) =>
    db.transaction().execute(async (tx) => {
      const { organizationId } = caller
      const at = now()
      const ends_at = new Date(at.getTime() + PERIOD_MS).toISOString()
      // An end that is later was set before the clock was set back.
      await tx
        .deleteFrom('repeated_entries')
        .where((e) => e.or([e('ends_at', '<=', at.toISOString()), e('ends_at', '>', ends_at)]))
        .execute()
      const own = subjectOf(organizationId, action, address, object.user_id ?? caller.userId)
      if (await countOne(tx, own)) return
      const { n } = await tx
        .selectFrom('repeated_entries')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      const isOne = Number(n) >= MOST_FAILURES
      const subject = isOne ? subjectOf(organizationId, action) : own
      if (isOne && (await countOne(tx, subject))) return
      const change = isOne ? { caller, action, object: {} } : { caller, action, object, address }
      const entry_id = await writeEntry(tx, change, 'failed', at)
      await tx
        .insertInto('repeated_entries')
        .values({ subject, organization_id: organizationId, entry_id, ends_at })
        .onConflict((on) => on.column('subject').doUpdateSet({ entry_id }))
        .execute()
    })

  return {
    async note(failure) {
      try {
        for (const place of await placesOf(failure)) await count(place, failure)
      } catch (error) {
        log('error', `The failed ${failure.action} is not in the audit log.`, error)
      }
    },
  }
}

/** False unless there is an entry to count it in. */
async function countOne(tx: Database, subject: string): Promise<boolean> {
  const known = await tx
    .selectFrom('repeated_entries')
    .select('entry_id')
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (!known) return false
  await tx
    .updateTable('audit_log')
    .set((e) => ({ times: e('times', '+', 1) }))
    .where('id', '=', known.entry_id)
    .execute()
  return true
}

const subjectOf = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
