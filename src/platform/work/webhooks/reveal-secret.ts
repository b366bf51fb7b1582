/** The signing secret of an endpoint, as a signed-in person sees it again. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { RevealedWebhookSecret } from '../../../shared/api/webhooks.ts'
import { message } from '../../../shared/messages/message.ts'
import { noteReveal } from '../../accounts/secrets/reveals.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { placeOf } from './endpoint-secrets.ts'
import type { WebhookRepository } from './webhook-repository.ts'

/** @throws ApiError not_found, secret_not_kept, already_revealed */
export type RevealSecret = (caller: Caller, nameOrId: string) => Promise<RevealedWebhookSecret>

export function createRevealSecret(
  { db, secrets, now }: Pick<PlatformServices, 'db' | 'secrets' | 'now'>,
  repository: Pick<WebhookRepository, 'findEndpoint'>,
): RevealSecret {
  return async (caller, nameOrId) => {
    const row = await repository.findEndpoint(caller.organizationId, nameOrId)
    if (!row) throw new ApiError('not_found', message('webhook.endpoint_missing', { name: nameOrId }))
    const secret = await secrets.open(placeOf(row), row.secret)
    if (secret === null) throw new ApiError('secret_not_kept', message('webhook.secret_unreadable'))
    // A new secret can be seen in the same session.
    const place = `webhook_endpoints/${row.id}/${row.secret_version}`
    await noteReveal(db, caller, { kind: 'webhook_secret', id: row.id, place }, now())
    return { endpoint_id: row.id, secret }
  }
}
