/** API keys as callers manage them: those of their own organization, of no higher role than their own. */

import type { ApiKey, ApiKeyCreate, ApiKeyUpdate, CreatedApiKey, RevealedApiKey } from '../../../shared/api/api-keys.ts'
import { type Role, roleAtLeast } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { invalidField, requireName } from '../../db/naming/resource-name.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { ApiKeyRow } from '../../db/schema/keys.ts'
import type { Secrets } from '../../http/area/secrets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Organizations } from '../organizations/organizations.ts'
import { noteReveal } from '../secrets/reveals.ts'
import { endOf, hashOf, type Keys, placeOf } from './keys.ts'

export interface ApiKeys {
  /** Newest first. @throws ApiError other_organization when another one is named */
  list(caller: Caller, organization?: string): Promise<ApiKey[]>
  /** @throws ApiError other_organization, role_too_low, invalid_field */
  create(caller: Caller, key: ApiKeyCreate): Promise<CreatedApiKey>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<ApiKey>
  /** @throws ApiError empty_update, role_too_low for a key of a higher role, here and below */
  update(caller: Caller, id: string, change: ApiKeyUpdate): Promise<ApiKey>
  delete(caller: Caller, id: string): Promise<void>
  /** Revokes the key of the call. @throws ApiError wrong_state for one that belongs to no user, and for a session */
  deleteOwn(caller: Caller): Promise<void>
  /** The secret, once in each session; that of a person’s key to the person only. @throws ApiError not_the_owner, role_too_low, secret_not_kept, already_revealed */
  reveal(caller: Caller, id: string): Promise<RevealedApiKey>
}

export interface ApiKeysOptions {
  db: Database
  keys: Keys
  secrets: Secrets
  organizations: Organizations
  now: () => Date
}

export function createApiKeys({ db, keys, secrets, organizations, now }: ApiKeysOptions): ApiKeys {
  async function requireOwn({ organizationId }: Caller, named: string | undefined): Promise<void> {
    if (named === undefined || (await organizations.isNamed(organizationId, named))) return
    throw new ApiError('other_organization', message('key.other_organization', { name: named }))
  }

  const planLimit = async ({ organizationId }: Caller): Promise<number> =>
    (await organizationPlan(db, organizationId)).requests_per_hour

  async function rowOf({ organizationId }: Caller, id: string): Promise<ApiKeyRow> {
    const row = await db
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id.toLowerCase())
      .executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('key.missing'))
    return row
  }

  async function changeable(caller: Caller, id: string): Promise<ApiKeyRow> {
    const row = await rowOf(caller, id)
    requireReach(caller, row.role, message('key.of_higher_role', { role: row.role, own: caller.role }))
    return row
  }

  /** @throws ApiError invalid_field unless it is in the future */
  function expiryOf(text: string | null | undefined): string | null {
    if (text === null || text === undefined) return null
    const at = new Date(text)
    if (at > now()) return at.toISOString()
    throw invalidField('/expires_at', message('key.expiry_not_in_future'))
  }

  return {
    async list(caller, organization) {
      await requireOwn(caller, organization)
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('organization_id', '=', caller.organizationId)
        .orderBy('id', 'desc')
        .execute()
      const limit = await planLimit(caller)
      return rows.map((row) => keyOf(row, limit))
    },
    async create(caller, { name, organization_id, role, rate_limit, expires_at }) {
      await requireOwn(caller, organization_id)
      requireReach(caller, role, message('key.role_above_own', { role, own: caller.role }))
      requireName(name)
      const { organizationId, userId } = caller
      const expiresAt = expiryOf(expires_at)
      const { secret, row } = await keys.create({
        organizationId,
        userId,
        name,
        role,
        expiresAt,
        rateLimit: rate_limit ?? null,
      })
      const { id: key_id, key_prefix, created_at } = row
      const limit = rateLimitOf(row, await planLimit(caller))
      return { api_key: secret, key_id, key_prefix, name, role, rate_limit: limit, expires_at: expiresAt, created_at }
    },
    get: async (caller, id) => keyOf(await rowOf(caller, id), await planLimit(caller)),
    async update(caller, id, { is_active, ...plain }) {
      const row = await changeable(caller, id)
      if (is_active === undefined && Object.keys(plain).length === 0) {
        throw new ApiError('empty_update', message('api.empty_update'))
      }
      if (plain.name !== undefined) requireName(plain.name)
      const change: Partial<ApiKeyRow> = {
        ...plain,
        ...(is_active !== undefined && { is_active: is_active ? (1 as const) : (0 as const) }),
      }
      await db.updateTable('api_keys').set(change).where('id', '=', row.id).execute()
      keys.changed()
      return keyOf(await rowOf(caller, id), await planLimit(caller))
    },
    async delete(caller, id) {
      const row = await changeable(caller, id)
      await db.deleteFrom('api_keys').where('id', '=', row.id).execute()
      keys.changed()
    },
    async deleteOwn({ keyId, userId }) {
      if (keyId === null || userId === null) throw new ApiError('wrong_state', message('key.of_nobody'))
      await db.deleteFrom('api_keys').where('id', '=', keyId).execute()
      keys.changed()
    },
    async reveal(caller, id) {
      const row = await rowOf(caller, id)
      if (row.user_id !== null && row.user_id !== caller.userId) {
        throw new ApiError('not_the_owner', message('key.secret_of_another'))
      }
      requireReach(caller, row.role, message('key.secret_above_own', { role: row.role, own: caller.role }))
      if (row.sealed_secret === null) throw new ApiError('secret_not_kept', message('key.secret_not_kept'))
      const secret = await secrets.open(placeOf(row), row.sealed_secret)
      if (secret === null) throw new ApiError('secret_not_kept', message('key.secret_unreadable'))
      await noteReveal(db, caller, { kind: 'api_key', id: row.id, place: `api_keys/${row.id}` }, now())
      return { key_id: row.id, api_key: secret }
    },
  }
}

/** @throws ApiError role_too_low */
function requireReach(caller: Caller, role: Role, reason: Message): void {
  if (!roleAtLeast(caller.role, role)) throw new ApiError('role_too_low', reason)
}

/** A key never has a higher limit than the plan. */
const rateLimitOf = (row: Pick<ApiKeyRow, 'rate_limit'>, planLimit: number): number =>
  Math.min(row.rate_limit ?? planLimit, planLimit)

const keyOf = (row: ApiKeyRow, planLimit: number): ApiKey => ({
  id: row.id,
  organization_id: row.organization_id,
  user_id: row.user_id,
  name: row.name,
  key_prefix: row.key_prefix,
  role: row.role,
  rate_limit: rateLimitOf(row, planLimit),
  is_active: row.is_active === 1,
  last_used_at: row.last_used_at,
  expires_at: endOf(row),
  created_at: row.created_at,
})

const FIRST_KEY_NAME = 'First owner key'
const UNUSED_FOR_MS = 24 * 60 * 60_000

/** The key of a new installation, with the role owner. It belongs to nobody, and ends unless it is used within a day. */
export interface FirstKey {
  /** The secret of a new key; null while an unused one is valid, also of another server, once one was used, and once there is a user. */
  create(organizationId: string): Promise<string | null>
  /** True while the key is valid and has not been used. */
  isUnused(secret: string): Promise<boolean>
}

interface FirstKeyOptions {
  db: Database
  keys: Keys
  now: () => Date
}

export function createFirstKey({ db, keys, now }: FirstKeyOptions): FirstKey {
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now().getTime()
  /** A key that somebody gave the same name stays without a use. */
  const first = (tx: Database, organizationId: string) =>
    tx
      .selectFrom('api_keys')
      .where('organization_id', '=', organizationId)
      .where('name', '=', FIRST_KEY_NAME)
      .where('unused_until', 'is not', null)

  return {
    async create(organizationId) {
      const unusedUntil = new Date(now().getTime() + UNUSED_FOR_MS).toISOString()
      const fields = { organizationId, name: FIRST_KEY_NAME, role: 'owner', expiresAt: null, unusedUntil } as const
      const { secret, row } = await keys.prepare(fields)
      const isMade = await db.transaction().execute(async (tx) => {
        // The write with which a transaction of SQLite begins; another server waits for it.
        await tx.updateTable('installation').set({ id: 1 }).where('id', '=', 1).execute()
        if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false
        const made = await first(tx, organizationId)
          .select(['id', 'last_used_at', 'unused_until', 'expires_at'])
          .execute()
        if (made.some((key) => key.last_used_at !== null || !isOver(endOf(key)))) return false
        for (const { id } of made) await tx.deleteFrom('api_keys').where('id', '=', id).execute()
        await keys.store(tx, row)
        return true
      })
      keys.changed()
      return isMade ? secret : null
    },
    async isUnused(secret) {
      const key = await db
        .selectFrom('api_keys')
        .select(['last_used_at', 'unused_until', 'expires_at'])
        .where('key_hash', '=', hashOf(secret))
        .executeTakeFirst()
      return key !== undefined && key.last_used_at === null && !isOver(endOf(key))
    },
  }
}
