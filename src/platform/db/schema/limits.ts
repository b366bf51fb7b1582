/** Limits: windows of requests, requests that may be repeated, and what organizations store beside images. */
import type { SchemaModule } from 'kysely'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/** `uploads`: without those that became an image or a model. `runs`: the files of ended runs. */
export type StoredKind = 'uploads' | 'models' | 'exports' | 'runs'

/** The present window of an API key or an organization. */
export interface RateWindowRow {
  /** `key:<id>` or `plan:<id of the organization>`. */
  subject: string
  /** In milliseconds since 1970. */
  window_start: number
  /** Requests that servers have taken from the window, in blocks. */
  used: number
}

async function createRateWindows(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('rate_windows')
    .addColumn('subject', 'text', primary)
    .addColumn('window_start', 'integer', required)
    .addColumn('used', 'integer', required)
    .execute()
}

/** A request with the header Idempotency-Key. */
export interface IdempotencyKeyRow {
  organization_id: string
  /** The API key or the user that sent it: others cannot read the answer. */
  credential: string
  key: string
  /** Hex SHA-256 of method, address and body. */
  fingerprint: string
  /** `changed`: it is being carried out, and has made its first change. */
  state: 'running' | 'changed' | 'done'
  /** Null while it is running, and for an answer that is not kept. */
  answer: Json | null
  /** Id of the process that carries it out, or did so. */
  process: string
  created_at: Time
}

async function createIdempotencyKeys(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('idempotency_keys')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('credential', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('fingerprint', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('answer', 'text')
    .addColumn('process', 'text', required)
    .addColumn('created_at', 'text', required)
    .addPrimaryKeyConstraint('idempotency_keys_key', ['organization_id', 'credential', 'key'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()
}

export interface StoredBytesRow {
  organization_id: string
  kind: StoredKind
  bytes: number
}

async function createStoredBytes(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('stored_bytes')
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('kind', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .addPrimaryKeyConstraint('stored_bytes_key', ['organization_id', 'kind'])
    .execute()
}

export interface LimitTables {
  rate_windows: RateWindowRow
  idempotency_keys: IdempotencyKeyRow
  stored_bytes: StoredBytesRow
}

export const limitTables: TableGroup = [createRateWindows, createIdempotencyKeys, createStoredBytes]
