/** Apps that ask for the key of a person: each is approved or declined once, and its key is created once. */
import type {
  DeviceAuthorization,
  DeviceAuthorizationCreate,
  DeviceToken,
} from '../../../shared/api/device-authorizations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, newId } from '../../db/database.ts'
import { createOneAtATime } from '../../db/one-at-a-time.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { DeviceAuthorizationRow } from '../../db/schema/keys.ts'
import { RateLimited } from '../../http/admission.ts'
import { actingRole, pageCaller, type SignedIn } from '../../machine/identity/caller.ts'
import { writeEntry } from '../audit/audit-log.ts'
import type { Keys } from '../keys/keys.ts'
import { staysMember } from '../organizations/seats.ts'
import { hashOf, newDeviceCode, newUserCode, shownCode } from './codes.ts'

export const VALID_FOR_MS = 10 * 60_000
export const INTERVAL_S = 5
/** Apps that wait at the same time: of one network address, which may be that of a proxy, and in all. */
export const MOST_WAITING = { address: 50, total: 1000 } as const
/** For so long after its end, the app learns that its time is over. */
const KEPT_FOR_MS = 60 * 60_000
/** The network may deliver a call a moment sooner after the last one than it was sent. */
const TOLERANCE_MS = 500

/** An app that waits for a decision. Its names are untrusted. */
export interface WaitingApp {
  app: string
  computer: string
}

export interface DeviceAuthorizations {
  /** `address`: of the network. `page`: the one on which people decide. @throws ApiError rate_limited */
  create(names: DeviceAuthorizationCreate, address: string, page: string): Promise<DeviceAuthorization>
  /** @throws ApiError not_found for a code that is unknown, or has fetched its key */
  token(deviceCode: string): Promise<DeviceToken>
  /** `userCode` as `typedCode` returns it. Null for one that is unknown, decided or too old. */
  waiting(userCode: string): Promise<WaitingApp | null>
  /** False for an app that does not wait any more. */
  decide(userCode: string, decision: 'approved' | 'denied', approver: SignedIn): Promise<boolean>
}

export interface DeviceAuthorizationsOptions {
  db: Database
  keys: Keys
  now: () => Date
}

const without = (status: DeviceToken['status']): DeviceToken => ({ status, key: null })
const unknown = () => new ApiError('not_found', message('device.code_unknown'))

export function createDeviceAuthorizations({ db, keys, now }: DeviceAuthorizationsOptions): DeviceAuthorizations {
  const alone = createOneAtATime()

  async function requireRoom(at: Date, asked_from: string): Promise<void> {
    const { address, total } = MOST_WAITING
    const waiting = await db
      .selectFrom('device_authorizations')
      .select(['asked_from', 'expires_at'])
      .where('status', '=', 'pending')
      .where('expires_at', '>', at.toISOString())
      .orderBy('expires_at')
      .limit(total)
      .execute()
    const own = waiting.filter((row) => row.asked_from === asked_from)
    const first = own.length >= address ? own[0] : waiting.length >= total ? waiting[0] : undefined
    if (!first) return
    const seconds = Math.max(1, Math.ceil((Date.parse(first.expires_at) - at.getTime()) / 1000))
    throw new RateLimited(message('device.too_many', { seconds }), seconds)
  }

  /** Creates the key, unless another call has, or the person is no longer a member. */
  async function consume(row: DeviceAuthorizationRow & Owned): Promise<DeviceToken> {
    const { user_id: userId, organization_id: organizationId } = row
    const role = actingRole(row.role)
    const name = `${row.app} on ${row.computer}`
    const made = await keys.prepare({ organizationId, userId, name, role, expiresAt: null })
    return db.transaction().execute(async (tx) => {
      if (!(await staysMember(tx, { userId, organizationId }))) {
        await tx.updateTable('device_authorizations').set({ status: 'denied' }).where('id', '=', row.id).execute()
        return without('denied')
      }
      const { numUpdatedRows } = await tx
        .updateTable('device_authorizations')
        .set({ status: 'consumed' })
        .where('id', '=', row.id)
        .where('status', '=', 'approved')
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw unknown()
      await keys.store(tx, made.row)
      const { id: key_id, key_prefix, created_at } = made.row
      const caller = pageCaller({ userId, organizationId, role: row.role })
      await writeEntry(tx, { caller, action: 'deviceAuthorizations.token', object: { key_id } }, 'done', now())
      const { requests_per_hour: rate_limit } = await organizationPlan(tx, organizationId)
      const key = { api_key: made.secret, key_id, key_prefix, name, role, rate_limit, expires_at: null, created_at }
      return { status: 'approved', key }
    })
  }

  return {
    create: ({ app, computer }, address, page) =>
      alone(async () => {
        const at = now()
        const asked_from = hashOf(address)
        const over = new Date(at.getTime() - KEPT_FOR_MS).toISOString()
        await db.deleteFrom('device_authorizations').where('expires_at', '<=', over).execute()
        const expires_at = new Date(at.getTime() + VALID_FOR_MS).toISOString()
        // A request that expires later was made before the clock was set back.
        await db.updateTable('device_authorizations').set({ expires_at }).where('expires_at', '>', expires_at).execute()
        await requireRoom(at, asked_from)
        const [deviceCode, userCode] = [newDeviceCode(), newUserCode()]
        await db
          .insertInto('device_authorizations')
          .values({
            id: newId(),
            device_code_hash: hashOf(deviceCode),
            user_code_hash: hashOf(userCode),
            app: plainName(app),
            computer: plainName(computer),
            asked_from,
            status: 'pending',
            user_id: null,
            organization_id: null,
            role: null,
            last_polled_at: null,
            created_at: at.toISOString(),
            expires_at,
          })
          .execute()
        const shown = shownCode(userCode)
        return {
          device_code: deviceCode,
          user_code: shown,
          verification_url: page,
          verification_url_complete: `${page}?code=${shown}`,
          expires_in: VALID_FOR_MS / 1000,
          interval: INTERVAL_S,
        }
      }),
    async token(deviceCode) {
      const row = await db
        .selectFrom('device_authorizations')
        .selectAll()
        .where('device_code_hash', '=', hashOf(deviceCode))
        .executeTakeFirst()
      if (!row || row.status === 'consumed') throw unknown()
      if (row.status === 'denied') return without('denied')
      const at = now()
      if (row.expires_at <= at.toISOString()) return without('expired')
      const sinceLast = at.getTime() - Date.parse(row.last_polled_at ?? row.created_at)
      if (row.last_polled_at !== null && sinceLast >= 0 && sinceLast < INTERVAL_S * 1000 - TOLERANCE_MS) {
        return without('slow_down')
      }
      if (isOwned(row)) return consume(row)
      await db
        .updateTable('device_authorizations')
        .set({ last_polled_at: at.toISOString() })
        .where('id', '=', row.id)
        .execute()
      return without('pending')
    },
    async waiting(userCode) {
      const row = await db
        .selectFrom('device_authorizations')
        .select(['app', 'computer'])
        .where('user_code_hash', '=', hashOf(userCode))
        .where('status', '=', 'pending')
        .where('expires_at', '>', now().toISOString())
        .executeTakeFirst()
      return row ?? null
    },
    decide: (userCode, decision, approver) =>
      db.transaction().execute(async (tx) => {
        const at = now()
        const { userId: user_id, organizationId: organization_id, role } = approver
        if (!(await staysMember(tx, approver))) return false
        const decided = await tx
          .updateTable('device_authorizations')
          .set({ status: decision, user_id, organization_id, role })
          .where('user_code_hash', '=', hashOf(userCode))
          .where('status', '=', 'pending')
          .where('expires_at', '>', at.toISOString())
          .returning('id')
          .executeTakeFirst()
        if (!decided) return false
        const action = decision === 'approved' ? 'deviceAuthorizations.approve' : 'deviceAuthorizations.decline'
        await writeEntry(tx, { caller: pageCaller(approver), action, object: { id: decided.id } }, 'done', at)
        return true
      }),
  }
}

interface Owned {
  user_id: string
  organization_id: string
  role: MemberRole
}

/** True once a person has approved. */
const isOwned = (row: DeviceAuthorizationRow): row is DeviceAuthorizationRow & Owned =>
  row.status === 'approved' && row.user_id !== null && row.organization_id !== null && row.role !== null

/** In one line, without characters that are invisible or reverse the direction of text. */
const plainName = (name: string): string =>
  name
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/^$/, '?')
