/** The keys by which secrets are encrypted, and the secrets that people have seen. */
import type { SchemaModule } from 'kysely'
import type { SecretKind } from '../../../shared/api/revealed-secrets.ts'
import { partOf, primary, required, type TableGroup } from './columns.ts'

/** Keys by which secrets of organizations are encrypted. */
export interface DataKeyRow {
  organization_id: string
  /** The key, encrypted by the master key, which is never in the database. */
  wrapped: string
  created_at: string
}

async function createDataKeys(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('data_keys')
    .addColumn('organization_id', 'text', (c) => c.primaryKey().references('organizations.id').onDelete('cascade'))
    .addColumn('wrapped', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
}

/** Secrets that a person has seen again in a session. */
export interface RevealedSecretRow {
  session_id: string
  /** The table and the row of the secret, with its version where it can be replaced. */
  secret: string
  revealed_at: string
}

async function createRevealedSecrets(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('revealed_secrets')
    .addColumn('session_id', 'text', partOf('sessions.id'))
    .addColumn('secret', 'text', required)
    .addColumn('revealed_at', 'text', required)
    .addPrimaryKeyConstraint('revealed_secrets_of_session', ['session_id', 'secret'])
    .execute()
}

/** A secret that a person has seen, until it is replaced. */
export interface SeenSecretRow {
  id: string
  organization_id: string
  user_id: string
  kind: SecretKind
  /** The key, deployment or webhook endpoint. */
  object_id: string
  /** For the last time. */
  seen_at: string
}

async function createSeenSecrets(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('seen_secrets')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('object_id', 'text', required)
    .addColumn('seen_at', 'text', required)
    .addUniqueConstraint('seen_secrets_of_person', ['organization_id', 'kind', 'object_id', 'user_id'])
    .execute()
}

export interface SecretTables {
  data_keys: DataKeyRow
  revealed_secrets: RevealedSecretRow
  seen_secrets: SeenSecretRow
}

export const secretTables: TableGroup = [createDataKeys, createRevealedSecrets, createSeenSecrets]
