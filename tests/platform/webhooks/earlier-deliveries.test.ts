/** Deliveries that an earlier version queued, which have no claims. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createDeliverer } from '../../../src/platform/webhooks/deliverer.ts'
import { createSend } from '../../../src/platform/webhooks/send.ts'
import { createWebhookRepository } from '../../../src/platform/webhooks/webhook-repository.ts'
import { earlierDatabase } from '../support/earlier-database.ts'
import { plainSecrets } from '../support/plain-secrets.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

let folder: string
let receiver: Receiver
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  rmSync(folder, { recursive: true })
})

it('are sent after the update', async () => {
  const path = join(folder, 'platform.db')
  const created_at = '2026-01-01T00:00:00.000Z'
  const earlier = await earlierDatabase(path, '0014-authors')
  await earlier.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at }).execute()
  await earlier
    .insertInto('webhook_endpoints')
    .values({
      ...{ id: 'e', organization_id: 'o', name: 'hook', url: receiver.url, event_types: '[]', enabled: 1 },
      ...{ secret: 's', secret_version: 1, consecutive_failures: 3, created_at },
    })
    .execute()
  await earlier
    .insertInto('webhook_deliveries')
    .values({
      ...{ id: 'd', endpoint_id: 'e', organization_id: 'o', event_type: 'workflow_run.records', delivery_id: 'm' },
      ...{ body: '{}', status: 'pending', attempts: 3, retries: 3, next_retry_at: created_at, created_at },
    })
    .execute()
  await earlier.destroy()

  const db = await openDatabase(path)
  const log = (_level: string, message: string, error: unknown) => expect([message, error]).toBe('')
  const repository = createWebhookRepository(db)
  const now = () => new Date('2026-01-02T00:00:00Z')
  const deliverer = createDeliverer({
    secrets: plainSecrets,
    repository,
    send: createSend({ allowPrivate: true }),
    now,
    log,
  })
  await deliverer.deliverDue()
  expect(receiver.taken.map((call) => call.headers['x-service-delivery-id'])).toEqual(['m'])
  expect(await repository.findDelivery('o', 'd')).toMatchObject({ status: 'delivered', attempts: 4 })
  await deliverer.close()
  await db.destroy()
})
