/** Attempts to give the password of an account, or a code after it, as they are counted for an address. */
import type { Attempts } from './attempts.ts'

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
