/** The secret of an API key: calls are checked by its hash. */
import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'pk_live_'
/** Length of the prefix that lists show, so that people can distinguish keys. */
const SHOWN_LENGTH = PREFIX.length + 6

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function newSecret(): { secret: string; key_hash: string; key_prefix: string } {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return { secret, key_hash: hashOf(secret), key_prefix: secret.slice(0, SHOWN_LENGTH) }
}
