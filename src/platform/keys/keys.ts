/** API keys: created and shown once, stored as a hash. */

import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { compiledQuery } from '../db/compiled-query.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { VerifySecret } from '../http/auth.ts'
import { isDiskFull } from '../machine/disk-full.ts'

const PREFIX = 'pk_live_'
/** Length of the prefix that lists show, so that people can distinguish keys. */
const SHOWN_LENGTH = PREFIX.length + 6
const USE_NOTED_EVERY_MS = 60_000

export interface NewKey {
  organizationId: string
  name: string
  role: Role
  /** ISO 8601; null never expires. */
  expiresAt: string | null
}

export interface Keys {
  /** Returns the secret, which is not stored. */
  create(key: NewKey): Promise<string>
  exists(organizationId: string, name: string): Promise<boolean>
  /** Deletes all keys of the name; calls with them fail from now on. */
  revoke(organizationId: string, name: string): Promise<void>
  verify: VerifySecret
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
const invalid = (why: Message) => new ApiError('invalid_key', why)

export function createKeys(db: Database, now: () => Date): Keys {
  const keysOf = compiledQuery(db, ({ hash }: Record<'hash', string>) =>
    db
      .selectFrom('api_keys')
      .select(['id', 'organization_id', 'role', 'is_active', 'expires_at', 'last_used_at'])
      .where('key_hash', '=', hash),
  )

  /** On a full disk a key still gives read access. */
  async function noteUse(id: string, at: Date): Promise<void> {
    try {
      await db.updateTable('api_keys').set({ last_used_at: at.toISOString() }).where('id', '=', id).execute()
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }

  return {
    async create({ organizationId, name, role, expiresAt }) {
      const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`
      const row = {
        id: newId(),
        organization_id: organizationId,
        name,
        key_hash: hashOf(secret),
        key_prefix: secret.slice(0, SHOWN_LENGTH),
        role,
        rate_limit: null,
        is_active: 1 as const,
        last_used_at: null,
        expires_at: expiresAt,
        created_at: now().toISOString(),
      }
      await db.insertInto('api_keys').values(row).execute()
      return secret
    },
    async exists(organizationId, name) {
      const found = await db
        .selectFrom('api_keys')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('name', '=', name)
        .where('is_active', '=', 1)
        .executeTakeFirst()
      return found !== undefined
    },
    async revoke(organizationId, name) {
      await db.deleteFrom('api_keys').where('organization_id', '=', organizationId).where('name', '=', name).execute()
    },
    async verify(secret) {
      const [key] = await keysOf({ hash: hashOf(secret) })
      if (!key) throw invalid(message('api.key_unknown'))
      if (key.is_active !== 1) throw invalid(message('api.key_off'))
      const at = now()
      if (key.expires_at !== null && Date.parse(key.expires_at) <= at.getTime()) {
        throw invalid(message('api.key_expired'))
      }
      if (key.last_used_at === null || at.getTime() - Date.parse(key.last_used_at) > USE_NOTED_EVERY_MS) {
        await noteUse(key.id, at)
      }
      return { organizationId: key.organization_id, role: key.role, via: 'key', userId: null, keyId: key.id }
    },
  }
}
