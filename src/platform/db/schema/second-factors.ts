/** Two-factor sign-in: the secrets of authenticator apps, recovery codes, and sign-ins that wait for a code. */
import type { SchemaModule } from 'kysely'
import { partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface SecondFactorRow {
  user_id: string
  /** The organization whose data key encrypts the secret. A person may be a member of several, or of none later. */
  organization_id: string
  /** Sealed: the secret that the authenticator app has too. */
  secret: string
  created_at: Time
  /** Null while it is set up: signing in then asks for no code. */
  activated_at: Time | null
  /** The time step of the last accepted code: no code of this step or an earlier one is accepted. */
  last_step: number
}

async function createSecondFactors(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('secret', 'text', required)
    .addColumn('created_at', 'text', required)
    .addColumn('activated_at', 'text')
    .addColumn('last_step', 'integer', required)
    .execute()
}

/** A code that has not been used yet. */
export interface RecoveryCodeRow {
  user_id: string
  /** Hex SHA-256. */
  code_hash: string
}

async function createRecoveryCodes(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute()
}

/** A sign-in whose password was right, and whose code has not been given yet. */
export interface PendingSignInRow {
  /** Hex SHA-256 of the token in the cookie, which itself is never stored. */
  token_hash: string
  user_id: string
  /** The time at which the check of the password began. */
  checked_from: Time
  expires_at: Time
}

async function createPendingSignIns(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('pending_sign_ins')
    .addColumn('token_hash', 'text', primary)
    .addColumn('user_id', 'text', partOf('users.id'))
    .addColumn('checked_from', 'text', required)
    .addColumn('expires_at', 'text', required)
    .execute()
  await schema.createIndex('pending_sign_ins_of_user').on('pending_sign_ins').column('user_id').execute()
  await schema.createIndex('pending_sign_ins_expiry').on('pending_sign_ins').column('expires_at').execute()
}

export interface SecondFactorTables {
  second_factors: SecondFactorRow
  recovery_codes: RecoveryCodeRow
  pending_sign_ins: PendingSignInRow
}

export const secondFactorTables: TableGroup = [createSecondFactors, createRecoveryCodes, createPendingSignIns]
