/** A database of an earlier version, whose rows have no codes for their failures. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { jobCaller } from '../../../src/platform/identity/caller.ts'
import { createSend } from '../../../src/platform/webhooks/send.ts'
import { createWebhookRepository } from '../../../src/platform/webhooks/webhook-repository.ts'
import { createWebhooks } from '../../../src/platform/webhooks/webhooks.ts'
import { earlierDatabase } from '../support/earlier-database.ts'
import { plainSecrets } from '../support/plain-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps the English of a delivery that failed under an earlier version', async () => {
  const path = join(folder, 'platform.db')
  const organization_id = 'o'
  const earlier = await earlierDatabase(path, '0009-no-settings')
  const created_at = '2026-01-01T00:00:00Z'
  await earlier.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at }).execute()
  await earlier
    .insertInto('webhook_endpoints')
    .values({
      ...{ id: 'e', organization_id, name: 'hook', url: 'https://example.com/', event_types: '[]', enabled: 1 },
      ...{ secret: 's', secret_version: 1, consecutive_failures: 1, created_at },
    })
    .execute()
  await earlier
    .insertInto('webhook_deliveries')
    .values({
      ...{ id: 'd', endpoint_id: 'e', organization_id, event_type: 'webhook.test', delivery_id: 'm', body: '{}' },
      ...{ status: 'dead_letter', attempts: 6, retries: 5, last_error: 'connect ECONNREFUSED', created_at },
    })
    .execute()
  await earlier.destroy()

  const db = await openDatabase(path)
  const webhooks = createWebhooks({
    secrets: plainSecrets,
    repository: createWebhookRepository(db),
    deliverer: { wake: () => undefined, deliverDue: async () => undefined, close: async () => undefined },
    send: createSend({ allowPrivate: true }),
    allowPrivate: true,
    now: () => new Date(),
  })
  const [delivery] = await webhooks.deliveries(jobCaller(organization_id), { limit: 1, offset: 0 })
  expect(delivery).toMatchObject({ id: 'd', last_error: 'connect ECONNREFUSED' })
  expect(delivery).not.toHaveProperty('text')
  await db.destroy()
})
