/** The secrets of webhook endpoints, which are stored encrypted. */

import { createHmac, randomBytes } from 'node:crypto'
import type { WebhookEndpointRow } from '../../db/schema/webhooks.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'

type Owner = Pick<WebhookEndpointRow, 'id' | 'organization_id'>

/** A replaced secret moves to another column as it is. */
export const placeOf = ({ id, organization_id }: Owner): SecretPlace => ({
  organizationId: organization_id,
  table: 'webhook_endpoints',
  column: 'secret',
  row: id,
})

const SECRET_PREFIX = 'whsec_'
/** Length of the shown prefix, so that people can distinguish secrets. */
const SHOWN_LENGTH = SECRET_PREFIX.length + 6
/** Time for which deliveries are also signed with a replaced secret. */
const GRACE_MS = 24 * 60 * 60 * 1000

export const newSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64url')
export const shownPart = (secret: string): string => secret.slice(0, SHOWN_LENGTH)

/**
 * The value of X-Service-Signature, by which a receiver authenticates a delivery: HMAC-SHA256 over `<timestamp>.<body>`, with one
 * `v1` for each secret. `unixS`: seconds.
 */
export function signatureOf(secrets: readonly string[], unixS: number, body: string): string {
  const values = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixS}.${body}`).digest('hex')}`)
  return [`t=${unixS}`, ...values].join(',')
}

/** The secrets that sign a message now, the newest first; null when one can't be read. */
export async function signingSecrets(
  secrets: Secrets,
  endpoint: WebhookEndpointRow,
  at: Date,
): Promise<string[] | null> {
  const { secret, previous_secret, rotated_at } = endpoint
  const stillGood = previous_secret !== null && rotated_at !== null && at.getTime() - Date.parse(rotated_at) < GRACE_MS
  const current = await secrets.open(placeOf(endpoint), secret)
  if (current === null) return null
  const previous = stillGood ? await secrets.open(placeOf(endpoint), previous_secret) : null
  return previous === null ? [current] : [current, previous]
}
