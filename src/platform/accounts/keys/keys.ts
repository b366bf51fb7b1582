/** API keys as the platform itself uses them: creates them, and checks those of calls. */
import { createHash, randomBytes } from 'node:crypto'
import { type Role, roleAtLeast } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { compiledQuery } from '../../db/compiled-query.ts'
import { type Database, newId } from '../../db/database.ts'
import type { ApiKeyRow } from '../../db/schema/keys.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'
import type { VerifySecret } from '../../http/auth.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import { actingRole } from '../../machine/identity/caller.ts'
import { staysMember } from '../organizations/seats.ts'
import { createKnownKeys } from './known-keys.ts'

const USE_NOTED_EVERY_MS = 60_000

export interface NewKey {
  organizationId: string
  name: string
  role: Role
  /** ISO 8601; null never expires. */
  expiresAt: string | null
  /** Requests per hour; the plan's limit unless given. */
  rateLimit?: number | null
  /** ISO 8601: the key ends then unless it was used before. */
  unusedUntil?: string | null
  /** The user that the key belongs to, if any. */
  userId?: string | null
  /** It acts as an operator of the installation, and its secret is never shown again. */
  isOperator?: boolean
}

export interface MadeKey {
  secret: string
  row: ApiKeyRow
}

export interface Keys {
  /** Returns the secret, which is stored encrypted only, and the row. @throws ApiError invalid_key as `store` does */
  create(key: NewKey): Promise<MadeKey>
  /** The same without storing the row, for a transaction: the secret must be encrypted before one begins. */
  prepare(key: NewKey): Promise<MadeKey>
  /** Stores a prepared key in a transaction. @throws ApiError invalid_key for a person who is no member */
  store(tx: Database, row: ApiKeyRow): Promise<void>
  /** True when an active key of the name acts as an operator. */
  hasOperatorKey(organizationId: string, name: string): Promise<boolean>
  /** Deletes all keys of the name; calls with them fail from now on. */
  revoke(organizationId: string, name: string): Promise<void>
  verify: VerifySecret
  /** Called after a key, or a membership that a key depends on, was changed: the next call reads it. */
  changed(): void
}

const invalid = (why: Message) => new ApiError('invalid_key', why)

/** Time at which a key expires; null for never. */
export const endOf = (key: Pick<ApiKeyRow, 'expires_at' | 'unused_until' | 'last_used_at'>): string | null =>
  key.expires_at ?? (key.last_used_at === null ? key.unused_until : null)

/** The place of a key's secret. */
export const placeOf = ({ id, organization_id }: Pick<ApiKeyRow, 'id' | 'organization_id'>): SecretPlace => ({
  organizationId: organization_id,
  table: 'api_keys',
  column: 'sealed_secret',
  row: id,
})

const PREFIX = 'pk_live_'
/** Length of the prefix that lists show, so that people can distinguish keys. */
const SHOWN_LENGTH = PREFIX.length + 6

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

function newSecret(): { secret: string; key_hash: string; key_prefix: string } {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return { secret, key_hash: hashOf(secret), key_prefix: secret.slice(0, SHOWN_LENGTH) }
}

/** `secrets`: null where there is no master key; secrets are not kept then. */
export function createKeys(db: Database, now: () => Date, secrets: Secrets | null): Keys {
  const keysOf = compiledQuery(db, ({ hash }: Record<'hash', string>) =>
    db
      .selectFrom('api_keys as k')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.user_id', '=', 'k.user_id').onRef('m.organization_id', '=', 'k.organization_id'),
      )
      .select([
        'k.id',
        'k.organization_id',
        'k.role',
        'k.is_active',
        'k.expires_at',
        'k.last_used_at',
        'k.unused_until',
        'k.user_id',
        'k.is_operator',
        'm.role as member_role',
      ])
      .where('k.key_hash', '=', hash),
  )

  const known = createKnownKeys(async (hash) => (await keysOf({ hash }))[0])

  /** On a full disk a key still gives read access. */
  async function noteUse(id: string, at: Date): Promise<void> {
    try {
      await db.updateTable('api_keys').set({ last_used_at: at.toISOString() }).where('id', '=', id).execute()
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }

  async function prepare(key: NewKey): Promise<MadeKey> {
    const { organizationId, name, role, expiresAt, rateLimit = null } = key
    const { unusedUntil = null, userId = null, isOperator = false } = key
    const { secret, ...stored } = newSecret()
    const place = { id: newId(), organization_id: organizationId }
    const row: ApiKeyRow = {
      ...place,
      name,
      ...stored,
      sealed_secret: secrets && !isOperator ? await secrets.seal(placeOf(place), secret) : null,
      role,
      rate_limit: rateLimit,
      is_active: 1,
      last_used_at: null,
      expires_at: expiresAt,
      unused_until: unusedUntil,
      created_at: now().toISOString(),
      user_id: userId,
      is_operator: isOperator ? 1 : 0,
    }
    return { secret, row }
  }

  async function store(tx: Database, row: ApiKeyRow): Promise<void> {
    const { user_id: userId, organization_id: organizationId } = row
    if (userId !== null && !(await staysMember(tx, { userId, organizationId }))) {
      throw invalid(message('api.key_of_former_member'))
    }
    await tx.insertInto('api_keys').values(row).execute()
  }

  return {
    prepare,
    async create(key) {
      const made = await prepare(key)
      await db.transaction().execute((tx) => store(tx, made.row))
      return made
    },
    store,
    async hasOperatorKey(organizationId, name) {
      const found = await db
        .selectFrom('api_keys')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .where('is_active', '=', 1)
        .where('is_operator', '=', 1)
        .executeTakeFirst()
      return found !== undefined
    },
    async revoke(organizationId, name) {
      await db.deleteFrom('api_keys').where('organization_id', '=', organizationId).where('name', '=', name).execute()
      known.forget()
    },
    async verify(secret) {
      const key = await known.get(hashOf(secret))
      if (!key) throw invalid(message('api.key_unknown'))
      if (key.is_active !== 1) throw invalid(message('api.key_off'))
      const at = now()
      const end = endOf(key)
      if (end !== null && Date.parse(end) <= at.getTime()) throw invalid(message('api.key_expired'))
      if (key.user_id !== null && key.member_role === null) throw invalid(message('api.key_of_former_member'))
      if (key.last_used_at === null || Math.abs(at.getTime() - Date.parse(key.last_used_at)) > USE_NOTED_EVERY_MS) {
        await noteUse(key.id, at)
        key.last_used_at = at.toISOString()
      }
      return {
        organizationId: key.organization_id,
        role: key.member_role === null ? key.role : lowerOf(key.role, key.member_role),
        isOperator: key.is_operator === 1,
        via: 'key',
        userId: key.user_id,
        keyId: key.id,
        sessionId: null,
      }
    },
    changed: known.forget,
  }
}

/** A key does no more than its user may do now. */
function lowerOf(role: Role, memberRole: MemberRole): Role {
  const allowed = actingRole(memberRole)
  return roleAtLeast(role, allowed) ? allowed : role
}
