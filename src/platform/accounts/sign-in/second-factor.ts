/** Two-factor sign-in: the secret of the authenticator app, and the codes that are accepted once. */

import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Database } from '../../db/database.ts'
import type { SecondFactorRow } from '../../db/schema/second-factors.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'
import { type Consume, hasSecondFactor, removeSecondFactor } from './active-second-factor.ts'
import { endOtherSessions } from './sessions.ts'
import { FUTURE_STEPS, newSecret, stepOf } from './time-codes.ts'

/** A secret that is not activated in this time is discarded. */
const SET_UP_WITHIN_MS = 60 * 60_000

export type SecondFactorState =
  | { is: 'off' }
  /** `secret`: null when it can't be decrypted. */
  | { is: 'pending'; secret: string | null }
  | { is: 'on'; since: string; recoveryCodes: number }

/** In the transaction of the change. */
type Note = (tx: Database) => Promise<unknown>

export interface SecondFactors {
  isOn(userId: string): Promise<boolean>
  state(userId: string): Promise<SecondFactorState>
  /** Makes a secret, in place of one that was not activated. Changes nothing when two-factor sign-in is on. */
  setUp(userId: string): Promise<void>
  /** Discards a secret that was not activated. */
  cancelSetUp(userId: string): Promise<void>
  /**
   * Activates the secret with one of its codes, and ends the other sessions. Returns the recovery codes, which can't be read
   * again; null for a wrong code. `note` writes the entry of a change, here and below.
   */
  turnOn(userId: string, code: string, sessionId: string, note?: Note): Promise<string[] | null>
  /** `code`: of the authenticator app, or a recovery code. False for a wrong one. */
  turnOff(userId: string, code: string, note?: Note): Promise<boolean>
  /** Returns recovery codes in place of the earlier ones; null for a wrong code. */
  renewRecoveryCodes(userId: string, code: string, note?: Note): Promise<string[] | null>
  /** For a code of the authenticator app, or a recovery code. */
  consumptionOf(userId: string, code: string): Promise<Consume>
}

const placeOf = ({ user_id, organization_id }: Pick<SecondFactorRow, 'user_id' | 'organization_id'>): SecretPlace => ({
  organizationId: organization_id,
  table: 'second_factors',
  column: 'secret',
  row: user_id,
})

const CODES = 10
/** 80 bits, so that a plain hash of them can't be reversed by trying. */
const CODE_BYTES = 10
const FORM = /^[A-Z2-7]{16}$/

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
const inGroups = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Replaces all codes of the user. In a transaction. */
async function renewRecoveryCodes(tx: Database, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => new Secret({ size: CODE_BYTES }).base32)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashOf(code) })))
    .execute()
  return codes.map(inGroups)
}

/** Returns whether the user had this code; it is then used up. In a transaction. */
async function consumeRecoveryCode(tx: Database, userId: string, given: string): Promise<boolean> {
  const code = given.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!FORM.test(code)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Recovery codes: each replaces one code of an authenticator app that was lost, once. Only their hashes are stored. */
async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export function createSecondFactors(db: Database, secrets: Secrets, now: () => Date): SecondFactors {
  /** The organization whose data key encrypts the secrets of people: it stays, while a person may leave every one. */
  async function defaultOrganization(): Promise<string> {
    const installation = db.selectFrom('installation').select('default_organization_id')
    return (await installation.executeTakeFirstOrThrow()).default_organization_id
  }

  async function rowOf(userId: string) {
    const row = await db.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
    const isOver = row?.activated_at === null && Date.parse(row.created_at) + SET_UP_WITHIN_MS <= now().getTime()
    return isOver ? undefined : row
  }

  /**
   * Accepts the step of a code, which must follow the last accepted one. One conditional update, so that of two simultaneous
   * uses of a code the second is refused. Null for a wrong code.
   */
  async function acceptance(userId: string, code: string) {
    const row = await rowOf(userId)
    const secret = row ? await secrets.open(placeOf(row), row.secret) : null
    const step = secret === null ? null : stepOf(secret, code.replaceAll(/\s/g, ''), now())
    if (!row || step === null) return null
    return (tx: Database) =>
      tx
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('secret', '=', row.secret)
        .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', step + FUTURE_STEPS)]))
  }

  async function consumptionOf(userId: string, code: string): Promise<Consume> {
    const accept = await acceptance(userId, code)
    return async (tx) => {
      if (!accept) return (await hasSecondFactor(tx, userId)) && consumeRecoveryCode(tx, userId, code)
      const { numUpdatedRows } = await accept(tx).where('activated_at', 'is not', null).executeTakeFirst()
      return numUpdatedRows === 1n
    }
  }

  /** The result of a change that a code allows; null for a wrong code. */
  async function withCode<T>(userId: string, code: string, change: (tx: Database) => Promise<T>): Promise<T | null> {
    const consume = await consumptionOf(userId, code)
    return db.transaction().execute(async (tx) => ((await consume(tx)) ? change(tx) : null))
  }

  return {
    isOn: (userId) => hasSecondFactor(db, userId),
    async state(userId) {
      const row = await rowOf(userId)
      if (!row) return { is: 'off' }
      if (row.activated_at === null) return { is: 'pending', secret: await secrets.open(placeOf(row), row.secret) }
      return { is: 'on', since: row.activated_at, recoveryCodes: await countRecoveryCodes(db, userId) }
    },
    async setUp(user_id) {
      const organization_id = await defaultOrganization()
      const secret = await secrets.seal(placeOf({ user_id, organization_id }), newSecret())
      const made = { organization_id, secret, created_at: now().toISOString(), activated_at: null, last_step: 0 }
      await db
        .insertInto('second_factors')
        .values({ user_id, ...made })
        .onConflict((on) => on.column('user_id').doUpdateSet(made).where('second_factors.activated_at', 'is', null))
        .execute()
    },
    async cancelSetUp(userId) {
      const own = db.deleteFrom('second_factors').where('user_id', '=', userId)
      await own.where('activated_at', 'is', null).execute()
    },
    async turnOn(userId, code, sessionId, note) {
      const accept = await acceptance(userId, code)
      if (!accept) return null
      return db.transaction().execute(async (tx) => {
        const activated = accept(tx).set({ activated_at: now().toISOString() }).where('activated_at', 'is', null)
        if ((await activated.executeTakeFirst()).numUpdatedRows !== 1n) return null
        await endOtherSessions(tx, userId, sessionId)
        await note?.(tx)
        return renewRecoveryCodes(tx, userId)
      })
    },
    async turnOff(userId, code, note) {
      const isOff = await withCode(userId, code, async (tx) => {
        await removeSecondFactor(tx, userId)
        await note?.(tx)
        return true
      })
      return isOff ?? false
    },
    renewRecoveryCodes: (userId, code, note) =>
      withCode(userId, code, async (tx) => {
        await note?.(tx)
        return renewRecoveryCodes(tx, userId)
      }),
    consumptionOf,
  }
}
