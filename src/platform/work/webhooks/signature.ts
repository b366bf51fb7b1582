/** The signature by which a receiver authenticates a delivery: HMAC-SHA256 over `<timestamp>.<body>`. */
import { createHmac, randomBytes } from 'node:crypto'

export const SECRET_PREFIX = 'whsec_'
/** Length of the shown prefix, so that people can distinguish secrets. */
const SHOWN_LENGTH = SECRET_PREFIX.length + 6
/** Time for which deliveries are also signed with a replaced secret. */
export const GRACE_MS = 24 * 60 * 60 * 1000

export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url')
export const shownPart = (secret: string): string => secret.slice(0, SHOWN_LENGTH)

/** The value of X-Service-Signature, with one `v1` for each secret. `unixS`: seconds. */
export function signatureOf(secrets: readonly string[], unixS: number, body: string): string {
  const values = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixS}.${body}`).digest('hex')}`)
  return [`t=${unixS}`, ...values].join(',')
}
