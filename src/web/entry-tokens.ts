/** Tokens that let a browser in: each is valid for one use, within minutes of being issued. */
import { createHash, randomBytes } from 'node:crypto'

export const TOKEN_LIFE_MS = 10 * 60_000

export interface EntryTokens {
  /** `onGone` is called once, when the token has been used or has expired. */
  issue(onGone?: () => void): string
  /** True for a valid token, which is used up by this call. */
  redeem(token: string): boolean
  /** Ends every expired token. */
  expire(): void
}

/** Looked up by hash, so that the time of a look-up reveals nothing about the token. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export function createEntryTokens({ now }: { now: () => number }): EntryTokens {
  const open = new Map<string, { expiresAt: number; onGone: (() => void) | undefined }>()

  function end(hash: string): boolean {
    const entry = open.get(hash)
    if (!entry) return false
    open.delete(hash)
    entry.onGone?.()
    return entry.expiresAt > now()
  }

  const expire = () => {
    for (const [hash, { expiresAt }] of [...open]) if (expiresAt <= now()) end(hash)
  }

  return {
    issue(onGone) {
      expire()
      const token = randomBytes(24).toString('base64url')
      open.set(hashOf(token), { expiresAt: now() + TOKEN_LIFE_MS, onGone })
      return token
    },
    redeem: (token) => end(hashOf(token)),
    expire,
  }
}
