/**
 * A sign-in in progress at the provider: its random values are sealed in a cookie, so that it can only be completed by the
 * browser that began it. Beginning one stores nothing; an answer that was used is stored until the cookie expires.
 */
import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { hostCookie } from '../../http/host-cookie.ts'
import { seal, unseal } from '../secrets/sealing.ts'
import type { SignInSecrets } from './openid-provider.ts'

const VALID_FOR_MS = 10 * 60_000
const PLACE = ['cookie', 'sightline-openid']

export interface Transaction extends SignInSecrets {
  /** The person who links the account; null to sign in. */
  linksTo: string | null
  /** Milliseconds since 1970. */
  expiresAt: number
}

export interface Transactions {
  /** Returns the value of Set-Cookie. */
  begin(secrets: SignInSecrets, linksTo: string | null): string
  /** The value of Set-Cookie that removes the cookie. */
  readonly removal: string
  /**
   * The transaction in the cookie, for the answer to it; null for an answer to another one, one that was used, and after
   * ten minutes.
   */
  take(cookieHeader: string | undefined, state: string | null): Promise<Transaction | null>
}

export interface TransactionsOptions {
  db: Database
  /** The secret of the installation, from which the key that seals the cookie is derived. */
  secret: string
  publicUrl: string | undefined
  now: () => Date
}

export function createTransactions({ db, secret, publicUrl, now }: TransactionsOptions): Transactions {
  const cookie = hostCookie('sightline-openid', publicUrl)
  const key = createHmac('sha256', secret).update(JSON.stringify(PLACE)).digest()

  function opened(header: string | undefined): Transaction | null {
    const content = unseal(key, PLACE, cookie.tokenOf(header) ?? '')
    return content && (JSON.parse(content.toString()) as Transaction)
  }

  /** False for a state whose answer was used before. */
  async function use({ state, expiresAt }: Transaction): Promise<boolean> {
    await db.deleteFrom('openid_answers').where('expires_at', '<=', now().toISOString()).execute()
    const row = {
      state_hash: createHash('sha256').update(state).digest('hex'),
      expires_at: new Date(expiresAt).toISOString(),
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('openid_answers')
      .values(row)
      .onConflict((on) => on.column('state_hash').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  return {
    begin(secrets, linksTo) {
      const transaction: Transaction = { ...secrets, linksTo, expiresAt: now().getTime() + VALID_FOR_MS }
      const content = seal(key, PLACE, Buffer.from(JSON.stringify(transaction)))
      return cookie.set(content, VALID_FOR_MS / 1000)
    },
    removal: cookie.set(null, 0),
    async take(header, state) {
      const transaction = opened(header)
      if (!transaction || transaction.state !== state || transaction.expiresAt <= now().getTime()) return null
      return (await use(transaction)) ? transaction : null
    },
  }
}
