/** People: users, their memberships in organizations, and the invitations of others. */
import type { SchemaModule } from 'kysely'
import type { InviteRole, InviteStatus, MemberRole } from '../../../shared/api/organizations.ts'
import { partOf, primary, required, type TableGroup, type Time } from './columns.ts'

/** A person, in any number of organizations of this installation. */
export interface UserRow {
  id: string
  /** Trimmed, in lower case. */
  email: string | null
  full_name: string | null
  created_at: Time
}

async function createUsers(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', 'text', primary)
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('full_name', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
}

/** An account at an OpenID Connect issuer that a user signs in with. */
export interface IdentityRow {
  id: string
  user_id: string
  issuer: string
  /** The claim `sub`: an e-mail address may be given to another person later, a subject is not. */
  subject: string
  created_at: Time
}

async function createIdentities(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('identities')
    .addColumn('id', 'text', primary)
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('issuer', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('identities_subject', ['issuer', 'subject'])
    .execute()
  await schema.createIndex('identities_of_user').unique().on('identities').columns(['user_id', 'issuer']).execute()
}

export interface MembershipRow {
  id: string
  organization_id: string
  user_id: string
  role: MemberRole
  joined_at: Time
}

async function createMemberships(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('memberships')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('role', 'text', required)
    .addColumn('joined_at', 'text', required)
    .addUniqueConstraint('memberships_user', ['organization_id', 'user_id'])
    .execute()
  await schema.createIndex('memberships_of_user').on('memberships').column('user_id').execute()
}

/** A user who is an operator of the installation, whatever the organizations of the user. */
export interface OperatorRow {
  user_id: string
  added_at: Time
}

async function createOperators(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('operators')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('added_at', 'text', required)
    .execute()
}

export interface InviteRow {
  id: string
  organization_id: string
  /** Trimmed, in lower case. */
  email: string
  role: InviteRole
  /** Hex SHA-256 of the token in the link, which itself is never stored. */
  token_hash: string
  /** `pending` also after `expires_at`. */
  status: Exclude<InviteStatus, 'expired'>
  /** A user; null when a key without one invited. */
  invited_by: string | null
  expires_at: Time
  created_at: Time
  /** Time at which it was accepted, declined or revoked. */
  decided_at: Time | null
}

async function createInvites(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('invites')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('email', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', required)
    .addColumn('invited_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('expires_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('decided_at', 'text')
    .execute()
  await schema.createIndex('invites_order').on('invites').columns(['organization_id', 'id']).execute()
}

/** Mail to be sent; its text is written from `about` when it is sent or displayed, so that no link is stored. */
export interface MailRow {
  id: string
  organization_id: string
  recipient: string
  kind: 'invite'
  /** Id of the invite. */
  about: string
  /** A row is deleted once its mail was sent. */
  status: 'waiting' | 'failed'
  attempts: number
  last_error: string | null
  /** No attempt is made before this. */
  next_attempt_at: Time
  created_at: Time
}

async function createMails(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('mails')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('recipient', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('about', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('last_error', 'text')
    .addColumn('next_attempt_at', 'text', required)
    .addColumn('created_at', 'text', required)
    .execute()
  await schema.createIndex('mails_order').on('mails').columns(['organization_id', 'id']).execute()
  await schema.createIndex('mails_about').on('mails').column('about').execute()
  await schema.createIndex('mails_due').on('mails').columns(['status', 'next_attempt_at', 'id']).execute()
}

export interface PeopleTables {
  users: UserRow
  identities: IdentityRow
  memberships: MembershipRow
  operators: OperatorRow
  invites: InviteRow
  mails: MailRow
}

export const peopleTables: TableGroup = [
  createUsers,
  createIdentities,
  createMemberships,
  createOperators,
  createInvites,
  createMails,
]
