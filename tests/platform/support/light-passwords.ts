/** Hashes of passwords that cost next to nothing, for tests that sign people in: the full cost is a third of a second each. */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Done = (error: Error | null, key: Buffer) => void

const { scrypt: full } = crypto

function light(password: string, salt: Buffer, bytes: number, options: ScryptOptions, done: Done): void {
  full(password, salt, bytes, { ...options, N: 2, p: 1 }, done)
}

function use(scrypt: object): void {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}

use(light)

/** Carries out the work at the full cost. */
export async function withFullCost<T>(work: () => Promise<T>): Promise<T> {
  use(full)
  try {
    return await work()
  } finally {
    use(light)
  }
}
