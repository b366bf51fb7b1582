/** The secrets of webhook endpoints, which are stored encrypted. */
import type { Database } from '../db/database.ts'
import type { WebhookEndpointRow } from '../db/schema/webhooks.ts'
import { isSealed } from '../secrets/sealing.ts'
import type { SecretPlace, Secrets } from '../secrets/secrets.ts'
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

/** Encrypts the secrets that earlier versions stored as they are. */
export async function sealEarlierSecrets(db: Database, secrets: Secrets): Promise<void> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'organization_id', 'secret', 'previous_secret'])
    .where((e) => e.or([e('secret', 'not like', 'sealed:%'), e('previous_secret', 'not like', 'sealed:%')]))
    .execute()
  for (const row of rows) {
    const sealed = async (text: string) => (isSealed(text) ? text : secrets.seal(placeOf(row), text))
    const change = {
      secret: await sealed(row.secret),
      previous_secret: row.previous_secret && (await sealed(row.previous_secret)),
    }
    await db.updateTable('webhook_endpoints').set(change).where('id', '=', row.id).execute()
  }
}
