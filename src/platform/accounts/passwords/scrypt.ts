/** Hashes of passwords by scrypt (RFC 7914), with the parameters that OWASP recommends. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'

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

export interface PasswordHashes {
  /** `address`: of the caller. @throws ApiError rate_limited when too many wait already, here and below */
  hash(password: string, address: string): Promise<string>
  /** Takes as long without a hash as with one. */
  matches(password: string, hash: string | null, address: string): Promise<boolean>
}

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
