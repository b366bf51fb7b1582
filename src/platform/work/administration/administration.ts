/** Keys, people, operators and the master key of an installation, as its administrator manages them beside the server or without one. */
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Role } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { Operator } from '../../../shared/api/operator.ts'
import type { MemberRole } from '../../../shared/api/organizations.ts'
import { writeEntry } from '../../accounts/audit/audit-log.ts'
import { createKeys, endOf } from '../../accounts/keys/keys.ts'
import { createPasswords } from '../../accounts/passwords/passwords.ts'
import { createOperators } from '../../accounts/people/operators.ts'
import { givenMasterKey, masterKeyFrom, masterKeyIn } from '../../accounts/secrets/master-key.ts'
import { type RotatedKeys, rotateMasterKey } from '../../accounts/secrets/rotation.ts'
import { removeSecondFactor } from '../../accounts/sign-in/active-second-factor.ts'
import { dropSignInLinks, makeSignInLink } from '../../accounts/sign-in/sign-in-link.ts'
import type { Database } from '../../db/database.ts'
import { syncWriteAheadLog } from '../../db/database-file.ts'
import { openFileLock } from '../../db/file-lock.ts'
import type { ApiKeyRow } from '../../db/schema/keys.ts'
import { openDatabase } from '../../db/sqlite/open-sqlite.ts'
import { dataFolders } from '../../machine/data-folders.ts'
import { failedStart } from '../../machine/failed-start.ts'
import { type Caller, jobCaller } from '../../machine/identity/caller.ts'
import { changeShare, type ListedShare, listShares, type ShareChange } from './shares.ts'

/** A sentence for the person at the command line. */
export class AdministrationFailure extends Error {
  override readonly name = 'AdministrationFailure'
}

export type ListedKey = Pick<
  ApiKeyRow,
  'id' | 'name' | 'key_prefix' | 'role' | 'created_at' | 'last_used_at' | 'expires_at'
> & { is_active: boolean; is_operator: boolean; owner: string | null }

export interface ListedPerson {
  id: string
  email: string | null
  full_name: string | null
  role: MemberRole
  has_password: boolean
  has_second_factor: boolean
}

export interface Administration {
  /** Newest first. */
  keys(): Promise<ListedKey[]>
  /** Returns the secret, which can't be read again. `isOperator`: the key acts as an operator of the installation. */
  createKey(name: string, role: Role, expiresAt: Date | null, isOperator?: boolean): Promise<string>
  /** Calls with the key fail within a second. */
  revokeKey(id: string): Promise<void>
  people(): Promise<ListedPerson[]>
  makeOwner(email: string): Promise<void>
  /** The operators of the installation, whatever their organizations. */
  operators(): Promise<Operator[]>
  addOperator(email: string): Promise<void>
  /** Also the last one: others are named here. */
  removeOperator(email: string): Promise<void>
  /** Returns a new password, and ends all sessions of the person. */
  resetPassword(email: string): Promise<string>
  /** Replaces the master key, also beside a server. @throws RotationFailure, StartFailure */
  rotateMasterKey(rotation: MasterKeyRotation): Promise<RotatedKeys>
  /** Turns two-factor sign-in of a person off who lost app and recovery codes, and ends all sessions of the person. */
  resetSecondFactor(email: string): Promise<void>
  /** Returns the path of a link that signs the person in once, within 15 minutes. */
  signInLink(email: string): Promise<string>
  /** Lists the shares of all organizations in the workers, the oldest organization first. */
  shares(): Promise<ListedShare[]>
  /** Returns the name of the organization. */
  changeShare(slug: string, change: ShareChange): Promise<string>
  close(): Promise<void>
}

export interface MasterKeyRotation {
  /** The present key, where it is not in the data folder. */
  given: string | undefined
  /** The new key; made unless given. */
  next: string | undefined
  /** Called with a new key that is written nowhere, before it is used. */
  announce(key: string): Promise<void>
}

export interface AdministrationOptions {
  /** Absolute. */
  dataDir: string
  /** postgres://…; the file in the data folder when omitted. */
  database?: string
  now: () => Date
}

/**
 * Opens the administration of the default organization. Each change has its entry in the audit log.
 * @throws AdministrationFailure
 */
export async function openAdministration(options: AdministrationOptions): Promise<Administration> {
  const { now } = options
  const db = await open(options)
  const row = await db.selectFrom('installation').select('default_organization_id').executeTakeFirst()
  if (!row) {
    await db.destroy()
    throw new AdministrationFailure('The server has not been started yet. Start it once.')
  }
  const organizationId = row.default_organization_id
  const caller: Caller = { ...jobCaller(organizationId), via: 'commandLine' }
  const keys = createKeys(db, now, null)
  const passwords = createPasswords({ db, now })
  const operators = createOperators(db, now)

  const note = (tx: Database, action: string, object: Record<string, string>) =>
    writeEntry(tx, { caller, action, object }, 'done', now())

  const peopleIn = (tx: Database) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .leftJoin('passwords as p', 'p.user_id', 'u.id')
      .leftJoin('second_factors as f', 'f.user_id', 'u.id')
      .select(['m.id as member_id', 'u.id', 'u.email', 'u.full_name', 'm.role', 'p.user_id as with_password'])
      .select('f.activated_at as second_factor_since')
      .where('m.organization_id', '=', organizationId)

  async function personIn(tx: Database, email: string) {
    const wanted = email.trim().toLowerCase()
    const person = await peopleIn(tx).where('u.email', '=', wanted).executeTakeFirst()
    if (!person) throw new AdministrationFailure(`No member has the address ${wanted}.`)
    return person
  }

  return {
    async keys() {
      const rows = await db
        .selectFrom('api_keys as k')
        .leftJoin('users as u', 'u.id', 'k.user_id')
        .select(['k.id', 'k.name', 'k.key_prefix', 'k.role', 'k.is_active', 'k.created_at', 'k.last_used_at'])
        .select(['k.expires_at', 'k.unused_until', 'k.is_operator', 'u.email as owner'])
        .where('k.organization_id', '=', organizationId)
        .orderBy('k.id', 'desc')
        .execute()
      return rows.map(({ unused_until, ...key }) => ({
        ...key,
        expires_at: endOf({ ...key, unused_until }),
        is_active: key.is_active === 1,
        is_operator: key.is_operator === 1,
      }))
    },
    async createKey(name, role, expiresAt, isOperator = false) {
      const expires = expiresAt?.toISOString() ?? null
      const { secret, row: key } = await keys.create({ organizationId, name, role, expiresAt: expires, isOperator })
      await note(db, 'apiKeys.create', { key_id: key.id })
      return secret
    },
    async revokeKey(id) {
      const { numDeletedRows } = await db
        .deleteFrom('api_keys')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id.toLowerCase())
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new AdministrationFailure(`There is no key with the id ${id}.`)
      await note(db, 'apiKeys.delete', { key_id: id.toLowerCase() })
    },
    async people() {
      const rows = await peopleIn(db).orderBy('m.id').execute()
      return rows.map(({ id, email, full_name, role, with_password, second_factor_since }) => ({
        id,
        email,
        full_name,
        role,
        has_password: with_password !== null,
        has_second_factor: second_factor_since !== null,
      }))
    },
    makeOwner: (email) =>
      db.transaction().execute(async (tx) => {
        const { member_id } = await personIn(tx, email)
        await tx.updateTable('memberships').set({ role: 'owner' }).where('id', '=', member_id).execute()
        await note(tx, 'organizations.updateMember', { member_id })
      }),
    operators: operators.list,
    addOperator: (email) =>
      db.transaction().execute(async (tx) => {
        const { id } = await said(operators.add(tx, email))
        await note(tx, 'operator.addOperator', { id })
      }),
    async removeOperator(email) {
      const found = (await operators.list()).find((one) => one.email === email.trim().toLowerCase())
      if (!found) throw new AdministrationFailure(`No operator has the address ${email}.`)
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('operators').where('user_id', '=', found.id).execute()
        await note(tx, 'operator.removeOperator', { operator_id: found.id })
      })
    },
    async resetPassword(email) {
      const password = randomBytes(15).toString('base64url')
      const hash = await passwords.hash(password, '')
      await db.transaction().execute(async (tx) => {
        const { id } = await personIn(tx, email)
        await passwords.store(tx, id, hash)
        await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
        await dropSignInLinks(tx, id)
        await note(tx, 'password.reset', { user_id: id })
      })
      return password
    },
    async rotateMasterKey({ given, next, announce }) {
      const folders = dataFolders(options.dataDir)
      const lock = openFileLock(join(options.dataDir, 'rotation-lock.db'))
      try {
        if (!lock.take()) throw new AdministrationFailure('Another command is rotating the master key of this folder.')
        return await rotateMasterKey({
          db,
          organizationId,
          now,
          announce,
          folder: folders.secrets,
          source: given === undefined ? masterKeyIn(folders.secrets) : givenMasterKey(given),
          next: next === undefined ? undefined : masterKeyFrom(next),
          note: (tx, { rotated }) => note(tx, 'masterKey.rotate', { data_keys: String(rotated) }),
          sync: async () => {
            if (options.database === undefined) await syncWriteAheadLog(folders.database)
          },
        })
      } finally {
        lock.release()
      }
    },
    async resetSecondFactor(email) {
      const userId = await db.transaction().execute(async (tx) => {
        const { id, email: address, second_factor_since } = await personIn(tx, email)
        if (second_factor_since === null) {
          throw new AdministrationFailure(`Two-factor sign-in of ${address} is not on.`)
        }
        await removeSecondFactor(tx, id)
        await tx.deleteFrom('sessions').where('user_id', '=', id).execute()
        await note(tx, 'secondFactor.reset', { user_id: id })
        return id
      })
      await passwords.attempts.forget('code', userId)
    },
    signInLink: (email) =>
      db.transaction().execute(async (tx) => {
        const { id } = await personIn(tx, email)
        await note(tx, 'signInLink.create', { user_id: id })
        return makeSignInLink(tx, id, now())
      }),
    shares: () => listShares(db),
    async changeShare(slug, change) {
      const found = (await listShares(db)).find((share) => share.slug === slug)
      if (!found) throw new AdministrationFailure(`There is no organization with the slug ${slug}.`)
      await changeShare(db, found.organization_id, change)
      await note(db, 'shares.update', { organization: found.name })
      return found.name
    },
    close: () => db.destroy(),
  }
}

/** The refusal of a call, as a sentence. @throws AdministrationFailure */
async function said<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError) throw new AdministrationFailure(error.message)
    throw error
  }
}

async function open({ dataDir, database }: AdministrationOptions): Promise<Database> {
  if (database !== undefined) {
    const { requireUsable } = await import('../../db/postgres/open-postgres.ts')
    const { postgresDatabase } = await import('../../db/postgres/postgres-database.ts')
    await requireUsable(database)
    return postgresDatabase(database)
  }
  const file = dataFolders(dataDir).database
  const found = await stat(file).catch(() => null)
  if (!found) {
    throw new AdministrationFailure(
      `${dataDir} has no data of Sightline. Name the data folder of the server with --data.`,
    )
  }
  return openDatabase(file).catch((error) => {
    throw failedStart(error, dataDir)
  })
}
