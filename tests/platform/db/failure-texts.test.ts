/** A database of an earlier version, whose rows have no codes for their failures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createOrganizations } from '../../../src/platform/organizations/organizations.ts'
import { createSend } from '../../../src/platform/webhooks/send.ts'
import { createWebhookRepository } from '../../../src/platform/webhooks/webhook-repository.ts'
import { createWebhooks } from '../../../src/platform/webhooks/webhooks.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-earlier-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps the English of a delivery that failed under an earlier version', async () => {
  const path = join(folder, 'platform.db')
  const made = await openDatabase(path)
  const organization = await createOrganizations(made).ensureDefault()
  await made.destroy()
  const sqlite = new Libsql(path)
  sqlite.exec('ALTER TABLE webhook_deliveries DROP COLUMN last_error_text')
  sqlite.exec('ALTER TABLE video_extractions DROP COLUMN error_text')
  sqlite.exec("DELETE FROM kysely_migration WHERE name = '0010-failure-texts'")
  sqlite.exec(`INSERT INTO webhook_endpoints (id, organization_id, name, url, event_types, enabled, secret,
      secret_version, consecutive_failures, created_at)
    VALUES ('e', '${organization}', 'hook', 'https://example.com/', '[]', 1, 's', 1, 1, '2026-01-01T00:00:00Z')`)
  sqlite.exec(`INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event_type, delivery_id, body, status,
      attempts, retries, last_error, created_at)
    VALUES ('d', 'e', '${organization}', 'webhook.test', 'm', '{}', 'dead_letter', 6, 5, 'connect ECONNREFUSED',
      '2026-01-01T00:00:00Z')`)
  sqlite.close()

  const db = await openDatabase(path)
  const webhooks = createWebhooks({
    repository: createWebhookRepository(db),
    deliverer: { wake: () => undefined, deliverDue: async () => undefined, close: async () => undefined },
    send: createSend({ allowPrivate: true }),
    allowPrivate: true,
    now: () => new Date(),
  })
  const [delivery] = await webhooks.deliveries(organization, { limit: 1, offset: 0 })
  expect(delivery).toMatchObject({ id: 'd', last_error: 'connect ECONNREFUSED' })
  expect(delivery).not.toHaveProperty('text')
  await db.destroy()
})
