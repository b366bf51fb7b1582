/** The secrets of webhook endpoints, which are stored encrypted. */

import type { WebhookEndpointRow } from '../../db/schema/webhooks.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'
import { GRACE_MS } from './signature.ts'

type Owner = Pick<WebhookEndpointRow, 'id' | 'organization_id'>

/** A replaced secret moves to another column as it is. */
export const placeOf = ({ id, organization_id }: Owner): SecretPlace => ({
  organizationId: organization_id,
  table: 'webhook_endpoints',
  column: 'secret',
  row: id,
})

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
