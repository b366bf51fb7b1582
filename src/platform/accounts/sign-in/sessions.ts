/** Sessions of people who signed in. Each is 256 random bits in a cookie, of which only the hash is stored. */

import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../../../shared/api/errors.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import { type Database, newId } from '../../db/database.ts'
import type { SessionRow } from '../../db/schema/sign-in.ts'
import type { VerifySecret } from '../../http/auth.ts'
import { actingRole, pageCaller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import { writeEntry } from '../audit/audit-log.ts'
import { staysMember } from '../organizations/seats.ts'
import { wasChangedSince } from '../passwords/passwords.ts'
import { type Consume, hasSecondFactor } from './active-second-factor.ts'

const DAY_MS = 24 * 60 * 60_000
/** A session ends when it was not used for so long. */
const IDLE_MS = 30 * DAY_MS
/** And after this time in any case. */
export const LONGEST_MS = 180 * DAY_MS
const USE_NOTED_EVERY_MS = 60_000
const MAX_AGENT = 200

export interface OpenSession {
  id: string
  userId: string
  organizationId: string
  email: string
  fullName: string
  organization: string
  role: MemberRole
  /** True for an operator of the installation. */
  isOperator: boolean
}

/** How a session begins, for the audit log and the list of sessions. */
export interface SessionStart {
  way: 'password' | 'code' | 'provider' | 'link'
  userAgent: string
  /** The network address. */
  address: string
}

export interface Sessions {
  /**
   * Returns the token for the cookie; null for a user who is a member of no organization, and for one whose password was
   * changed since `checkedFrom`, when its check began. `secondStep` consumes a code, without which no session begins for a
   * user with two-factor sign-in, also when it was turned on meanwhile.
   */
  begin(userId: string, start: SessionStart, checkedFrom: Date, secondStep?: Consume): Promise<string | null>
  /** Null without a session. */
  open(token: string | null): Promise<OpenSession | null>
  /** Lists the sessions of the user, the last used first. */
  list(userId: string): Promise<Pick<SessionRow, 'id' | 'user_agent' | 'last_used_at'>[]>
  /** Ends a session of the person. `address`: of the network. */
  end(by: OpenSession, id: string, address: string): Promise<void>
  /** Ends all sessions of the user but one, in the transaction of a change that makes them invalid. */
  endOthers(userId: string, id: string, change: (tx: Database) => Promise<void>): Promise<void>
  /** @throws ApiError invalid_key */
  verify: VerifySecret
}

const invalid = (why: Message) => new ApiError('invalid_key', why)
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Ends all sessions of the user but one. In a transaction. */
export async function endOtherSessions(tx: Database, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', id).execute()
}

export function createSessions(db: Database, now: () => Date, log: Log): Sessions {
  const sessionsOf = compiledQuery(db, ({ hash }: Record<'hash', string>) =>
    db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('organizations as o', 'o.id', 's.organization_id')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.user_id', '=', 's.user_id').onRef('m.organization_id', '=', 's.organization_id'),
      )
      .leftJoin('operators as op', 'op.user_id', 's.user_id')
      .select([
        's.id',
        's.user_id',
        's.organization_id',
        's.last_used_at',
        's.expires_at',
        'u.email',
        'u.full_name',
        'o.name as organization',
        'm.role as member_role',
        'op.user_id as operator_id',
      ])
      .where('s.token_hash', '=', hash),
  )

  /** The session, unless its time is over. Its use is noted. */
  async function current(token: string) {
    const [row] = await sessionsOf({ hash: hashOf(token) })
    const at = now().getTime()
    if (!row || Date.parse(row.expires_at) <= at || Date.parse(row.last_used_at) + IDLE_MS <= at) return null
    if (Math.abs(at - Date.parse(row.last_used_at)) > USE_NOTED_EVERY_MS) await noteUse(row.id)
    return row
  }

  /** A use that can't be noted, as on a full disk, is allowed. */
  async function noteUse(id: string): Promise<void> {
    try {
      await db.updateTable('sessions').set({ last_used_at: now().toISOString() }).where('id', '=', id).execute()
    } catch (error) {
      log('warning', 'The use of a session could not be noted.', error)
    }
  }

  return {
    async begin(userId, { way, userAgent, address }, checkedFrom, secondStep) {
      const at = now()
      const token = randomBytes(32).toString('base64url')
      const membership = await db
        .selectFrom('memberships')
        .select(['organization_id', 'role'])
        .where('user_id', '=', userId)
        .orderBy('joined_at')
        .orderBy('id')
        .executeTakeFirst()
      if (!membership) return null
      await db.deleteFrom('sessions').where('expires_at', '<=', at.toISOString()).execute()
      const isBegun = await db.transaction().execute(async (tx) => {
        if (!(await staysMember(tx, { userId, organizationId: membership.organization_id }))) return false
        const passwords = tx.selectFrom('passwords').select('changed_at').where('user_id', '=', userId)
        const password = await passwords.executeTakeFirst()
        if (password && wasChangedSince(password.changed_at, checkedFrom, now())) return false
        if (!(secondStep ? await secondStep(tx) : !(await hasSecondFactor(tx, userId)))) return false
        const { organization_id: organizationId, role } = membership
        const caller = { ...pageCaller({ userId, organizationId, role }), via: 'page' } as const
        await writeEntry(tx, { caller, action: `signIn.${way}`, object: {}, address }, 'done', at)
        await tx
          .insertInto('sessions')
          .values({
            id: newId(),
            token_hash: hashOf(token),
            user_id: userId,
            organization_id: membership.organization_id,
            user_agent: cutText(userAgent, MAX_AGENT),
            created_at: at.toISOString(),
            last_used_at: at.toISOString(),
            expires_at: new Date(at.getTime() + LONGEST_MS).toISOString(),
          })
          .execute()
        return true
      })
      return isBegun ? token : null
    },
    async open(token) {
      const row = token === null ? null : await current(token)
      if (!row || row.member_role === null) return null
      const { id, user_id: userId, organization_id: organizationId, email, organization, member_role: role } = row
      return {
        id,
        userId,
        organizationId,
        email: email ?? '',
        fullName: row.full_name ?? email ?? '',
        organization,
        role,
        isOperator: row.operator_id !== null,
      }
    },
    list: (userId) =>
      db
        .selectFrom('sessions')
        .select(['id', 'user_agent', 'last_used_at'])
        .where('user_id', '=', userId)
        .where('last_used_at', '>', new Date(now().getTime() - IDLE_MS).toISOString())
        .where('expires_at', '>', now().toISOString())
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute(),
    end: (by, id, address) =>
      db.transaction().execute(async (tx) => {
        const own = tx.deleteFrom('sessions').where('user_id', '=', by.userId).where('id', '=', id)
        if ((await own.executeTakeFirst()).numDeletedRows === 0n) return
        const action = id === by.id ? 'sessions.signOut' : 'sessions.end'
        await writeEntry(tx, { caller: pageCaller(by), action, object: {}, address }, 'done', now())
      }),
    endOthers: (userId, id, change) =>
      db.transaction().execute(async (tx) => {
        await change(tx)
        await endOtherSessions(tx, userId, id)
      }),
    async verify(token) {
      const row = await current(token)
      if (!row) throw invalid(message('api.session_unknown'))
      if (row.member_role === null) throw invalid(message('api.session_of_former_member'))
      return {
        organizationId: row.organization_id,
        role: actingRole(row.member_role),
        isOperator: row.operator_id !== null,
        via: 'session',
        userId: row.user_id,
        keyId: null,
        sessionId: row.id,
      }
    },
  }
}
