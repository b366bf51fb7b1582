/** Passwords of users. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { type Attempts, createAttempts } from './attempts.ts'

export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

/** Reasons to reject a new password. */
export type PasswordFault = 'short' | 'long' | 'address' | 'guessable'

const COST = { N: 2 ** 15, r: 8, p: 3 } as const
/** Twice the 32 MiB that one hash takes. */
const MAX_BYTES = 64 * 1024 * 1024
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Hashes take the threads that files need too, and 32 MiB each. */
const AT_ONCE = 2
const MOST_WAITING = 40
/** Most that wait of one network address, so that its wrong passwords leave room for the right ones of others. */
const MOST_OF_ONE = 10

interface PasswordHashes {
  /** `address`: of the caller. @throws ApiError rate_limited when too many wait already, here and below */
  hash(password: string, address: string): Promise<string>
  /** Takes as long without a hash as with one. */
  matches(password: string, hash: string | null, address: string): Promise<boolean>
}

/** Hashes of passwords by scrypt (RFC 7914), with the parameters that OWASP recommends. */
export function createPasswordHashes(): PasswordHashes {
  let running = 0
  const waiting: { address: string; start: () => void }[] = []

  async function turn(address: string): Promise<void> {
    const ofOne = waiting.filter((one) => one.address === address).length
    if (waiting.length >= MOST_WAITING || ofOne >= MOST_OF_ONE) {
      throw new ApiError('rate_limited', message('sign_in.busy'))
    }
    await new Promise<void>((start) => waiting.push({ address, start }))
  }

  async function derive(password: string, salt: Buffer, address: string): Promise<Buffer> {
    if (running >= AT_ONCE) await turn(address)
    else running++
    try {
      return await new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: MAX_BYTES }, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      })
    } finally {
      // The next one takes over the place.
      const next = waiting.shift()
      if (next) next.start()
      else running--
    }
  }

  return {
    async hash(password, address) {
      const salt = randomBytes(SALT_BYTES)
      const key = await derive(password, salt, address)
      return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },
    async matches(password, hash, address) {
      const [salt = '', key = ''] = hash?.split('$').slice(4) ?? []
      const salted = salt === '' ? Buffer.alloc(SALT_BYTES) : Buffer.from(salt, 'base64url')
      const derived = await derive(password, salted, address)
      return timingSafeEqual(derived, key === '' ? randomBytes(KEY_BYTES) : Buffer.from(key, 'base64url'))
    },
  }
}

export interface Passwords extends Pick<PasswordHashes, 'hash'> {
  readonly attempts: Attempts
  /**
   * The id of the user with this address and password; null for a wrong one, for a user without a password, and for an
   * unknown one, which takes as long. `address`: of the network, from which the attempt comes. @throws ApiError rate_limited when too many wait
   */
  userOf(email: string, password: string, address: string): Promise<string | null>
  has(userId: string): Promise<boolean>
  /** Sets the hash of a password. In a transaction. */
  store(tx: Database, userId: string, hash: string): Promise<void>
}

/** Longest password that is estimated as a whole: the estimate takes longer than in proportion to its length. */
const ESTIMATED = 32
/** Score of zxcvbn for at least a million guesses: an account allows ten in a quarter of an hour. */
const LEAST_SCORE = 2

let made: Promise<ZxcvbnFactory> | undefined

/** The lists take some megabytes of memory, and are loaded by the first new password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs: graphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs })
}

/**
 * Passwords that are guessed within few attempts: common ones, repetitions, sequences, and those made from the person's name.
 * `known`: what others know of the person, such as the name.
 */
export async function isGuessable(password: string, known: readonly string[]): Promise<boolean> {
  made ??= load()
  const zxcvbn = await made
  // Spaces of any kind and number are as good as one.
  const letters = [...password.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()]
  // A part that is hard to guess makes the whole hard to guess.
  const parts = letters.length > ESTIMATED ? [letters.slice(0, ESTIMATED), letters.slice(-ESTIMATED)] : [letters]
  const words = known.flatMap((text) => [text, ...text.split(/[\s@.]+/)]).filter((word) => word !== '')
  return parts.every((part) => zxcvbn.check(part.join(''), words).score < LEAST_SCORE)
}

/** Examines a new password; one that was set before is never examined. `name`: of the person, if known. */
export async function passwordFault(password: string, email: string, name = ''): Promise<PasswordFault | null> {
  if ([...password].length > MAX_PASSWORD) return 'long'
  // It is counted in the form that is hashed: characters that are composed there count once.
  const normalized = password.normalize('NFKC')
  if (normalized.trim().toLowerCase() === email) return 'address'
  if ([...normalized].length < MIN_PASSWORD) return 'short'
  return (await isGuessable(password, [email, name, 'Sightline'])) ? 'guessable' : null
}

export function createPasswords({ db, now }: { db: Database; now: () => Date }): Passwords {
  const hashes = createPasswordHashes()
  return {
    attempts: createAttempts(db, now),
    hash: hashes.hash,
    async userOf(email, password, address) {
      const row = await db
        .selectFrom('users as u')
        .innerJoin('passwords as p', 'p.user_id', 'u.id')
        .select(['u.id', 'p.hash'])
        .where('u.email', '=', email)
        .executeTakeFirst()
      const right = await hashes.matches(password, row?.hash ?? null, address)
      return right && row ? row.id : null
    },
    async has(userId) {
      const row = await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()
      return row !== undefined
    },
    async store(tx, user_id, hash) {
      const changed_at = now().toISOString()
      await tx
        .insertInto('passwords')
        .values({ user_id, hash, changed_at })
        .onConflict((on) => on.column('user_id').doUpdateSet({ hash, changed_at }))
        .execute()
    },
  }
}

/** The caller of a page. */
interface From {
  address: string
}

/** Attempts of other addresses do not count for this one, so that they lock nobody out. */
const accountAt = ({ address }: From, email: string): string => JSON.stringify([email, address])

/** Counts an attempt before it is made. Returns null, or the number of seconds to wait. */
export async function countAttempt(attempts: Attempts, from: From, email: string): Promise<number | null> {
  return (await attempts.begin('address', from.address)) ?? attempts.begin('account', accountAt(from, email))
}

/** After a right password, or a right code: it does not count for the address, for which wrong ones still do. */
export const takeBackAttempt = (attempts: Attempts, { address }: From): Promise<void> =>
  attempts.takeBack('address', address)

/** After the last step of signing in. */
export const forgetAttempts = (attempts: Attempts, from: From, email: string): Promise<void> =>
  attempts.forget('account', accountAt(from, email))

/** Whether a password is still the one that was checked. */

/** Clocks of servers differ by less. */
const SKEW_MS = 60_000

/**
 * True when a password was changed since its check began. A change of the future was made before the clock was set back, and
 * would let nobody sign in until the clock has caught up.
 */
export const wasChangedSince = (changedAt: string, checkedFrom: Date, now: Date): boolean =>
  Date.parse(changedAt) > checkedFrom.getTime() && Date.parse(changedAt) <= now.getTime() + SKEW_MS
