/** Recovery codes: each replaces one code of an authenticator app that was lost, once. Only their hashes are stored. */
import { createHash } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Database } from '../../db/database.ts'

const CODES = 10
/** 80 bits, so that a plain hash of them can't be reversed by trying. */
const CODE_BYTES = 10
const FORM = /^[A-Z2-7]{16}$/

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
const inGroups = (code: string): string => code.match(/.{4}/g)?.join('-') ?? code

/** Replaces all codes of the user. In a transaction. */
export async function renewRecoveryCodes(tx: Database, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => new Secret({ size: CODE_BYTES }).base32)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashOf(code) })))
    .execute()
  return codes.map(inGroups)
}

/** Returns whether the user had this code; it is then used up. In a transaction. */
export async function consumeRecoveryCode(tx: Database, userId: string, given: string): Promise<boolean> {
  const code = given.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!FORM.test(code)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}
