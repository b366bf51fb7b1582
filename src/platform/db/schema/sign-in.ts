/** People who sign in: passwords, sessions, one-time links and counted attempts. */
import type { SchemaModule } from 'kysely'
import { partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface PasswordRow {
  user_id: string
  /** scrypt, with its parameters and its salt. */
  hash: string
  changed_at: Time
}

async function createPasswords(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('hash', 'text', required)
    .addColumn('changed_at', 'text', required)
    .execute()
}

export interface SessionRow {
  id: string
  /** Hex SHA-256 of the token in the cookie, which itself is never stored. */
  token_hash: string
  user_id: string
  /** The organization in which the session acts. */
  organization_id: string
  /** The name that the browser gives itself, to recognize a session in the list. */
  user_agent: string
  created_at: Time
  /** Noted once a minute. */
  last_used_at: Time
  expires_at: Time
}

async function createSessions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', primary)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('user_agent', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('last_used_at', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('sessions_of_user').on('sessions').columns(['user_id', 'id']).execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
}

export interface OneTimeLinkRow {
  /** Hex SHA-256 of the token in the link. */
  token_hash: string
  expires_at: Time
  used_at: Time | null
}

async function createOneTimeLinks(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('one_time_links')
    .addColumn('token_hash', 'text', primary)
    .addColumn('expires_at', 'text', required)
    .addColumn('used_at', 'text')
    .execute()
}

export interface SignInAttemptsRow {
  /** Hex SHA-256 of an account or of a network address. */
  subject: string
  attempts: number
  window_ends_at: Time
}

async function createSignInAttempts(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('sign_in_attempts')
    .addColumn('subject', 'text', primary)
    .addColumn('attempts', 'integer', required)
    .addColumn('window_ends_at', 'text', required)
    .execute()
  await schema.createIndex('sign_in_attempts_end').on('sign_in_attempts').column('window_ends_at').execute()
}

export interface SignInLinkRow {
  /** Hex SHA-256 of the token in the link, which itself is never stored. */
  token_hash: string
  user_id: string
  expires_at: Time
  used_at: Time | null
}

async function createSignInLinks(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('sign_in_links')
    .addColumn('token_hash', 'text', primary)
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('expires_at', 'text', required)
    .addColumn('used_at', 'text')
    .execute()
  await schema.createIndex('sign_in_links_of_user').on('sign_in_links').column('user_id').execute()
}

/** An answer that was used. */
export interface OpenIdAnswerRow {
  /** Hex SHA-256 of the state that it answers. */
  state_hash: string
  /** From then on the sign-in is over anyway. */
  expires_at: Time
}

async function createOpenidAnswers(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('openid_answers')
    .addColumn('state_hash', 'text', primary)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('openid_answers_end').on('openid_answers').column('expires_at').execute()
}

export interface SignInTables {
  passwords: PasswordRow
  sessions: SessionRow
  one_time_links: OneTimeLinkRow
  sign_in_attempts: SignInAttemptsRow
  sign_in_links: SignInLinkRow
  openid_answers: OpenIdAnswerRow
}

export const signInTables: TableGroup = [
  createPasswords,
  createSessions,
  createOneTimeLinks,
  createSignInAttempts,
  createSignInLinks,
  createOpenidAnswers,
]
