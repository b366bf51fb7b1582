/** API keys, and apps that ask for the key of a person. */
import type { SchemaModule } from 'kysely'
import type { Role } from '../../../shared/api/endpoint.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'
import { partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface ApiKeyRow {
  id: string
  organization_id: string
  name: string
  /** Hex SHA-256 of the secret. */
  key_hash: string
  /** The secret, encrypted, for people who see it again; null for one that was not kept. */
  sealed_secret: string | null
  key_prefix: string
  role: Role
  rate_limit: number | null
  is_active: 0 | 1
  last_used_at: Time | null
  expires_at: Time | null
  /** The key ends then unless it was used before; null for keys that stay without a use. */
  unused_until: Time | null
  created_at: Time
  /** Null for a key that belongs to no user. */
  user_id: string | null
  /** 1 for a key of the app itself, or one that the command line made for it: never one of a user, or made by a call. */
  is_operator: 0 | 1
}

async function createApiKeys(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('name', 'text', required)
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('sealed_secret', 'text')
    .addColumn('key_prefix', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('rate_limit', 'integer')
    .addColumn('is_active', 'integer', required)
    .addColumn('last_used_at', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('unused_until', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('is_operator', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.createIndex('api_keys_order').on('api_keys').columns(['organization_id', 'id']).execute()
}

export interface DeviceAuthorizationRow {
  id: string
  /** Hex SHA-256 of the app's secret, which itself is never stored. */
  device_code_hash: string
  /** Hex SHA-256 of the code that the person compares. */
  user_code_hash: string
  /** Names that the app gave: untrusted. */
  app: string
  computer: string
  /** Hex SHA-256 of the network address that asked. */
  asked_from: string
  /** Also after `expires_at`. `consumed`: the app has received its key. */
  status: 'pending' | 'approved' | 'denied' | 'consumed'
  /** The member who approved, with the role at that time; null until then. */
  user_id: string | null
  organization_id: string | null
  role: MemberRole | null
  last_polled_at: Time | null
  created_at: Time
  expires_at: Time
}

async function createDeviceAuthorizations(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('device_authorizations')
    .addColumn('id', 'text', primary)
    .addColumn('device_code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_code_hash', 'text', (c) => c.notNull().unique())
    .addColumn('app', 'text', required)
    .addColumn('computer', 'text', required)
    .addColumn('asked_from', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.references('organizations.id').onDelete('cascade'))
    .addColumn('role', 'text')
    .addColumn('last_polled_at', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('device_authorizations_expiry').on('device_authorizations').column('expires_at').execute()
}

export interface KeyTables {
  api_keys: ApiKeyRow
  device_authorizations: DeviceAuthorizationRow
}

export const keyTables: TableGroup = [createApiKeys, createDeviceAuthorizations]
