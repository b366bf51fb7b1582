/** Webhooks on a database of their own and a simulated clock; nothing is sent by itself. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrganizations } from '../../../src/platform/accounts/organizations/organizations.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { type Caller, jobCaller } from '../../../src/platform/machine/identity/caller.ts'
import { createDeliverer, type Deliverer } from '../../../src/platform/work/webhooks/deliverer.ts'
import type { Send } from '../../../src/platform/work/webhooks/send.ts'
import {
  createWebhookRepository,
  type WebhookRepository,
} from '../../../src/platform/work/webhooks/webhook-repository.ts'
import { createWebhooks, type Webhooks } from '../../../src/platform/work/webhooks/webhooks.ts'
import { openPlatformDatabase } from './databases.ts'
import { plainSecrets } from './plain-secrets.ts'

export interface WebhookDesk {
  db: Database
  webhooks: Webhooks
  repository: WebhookRepository
  deliverer: Deliverer
  organization: string
  caller: Caller
  /** Milliseconds since 1970. */
  clock: number
  /** Restarts after a crash: everything in memory is gone, the database is unchanged. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openWebhookDesk(send: Send, random = () => 0.5): Promise<WebhookDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-webhooks-'))
  const desk = { clock: Date.parse('2026-01-01T00:00:00Z') } as WebhookDesk
  const now = () => new Date(desk.clock)
  async function open(): Promise<void> {
    desk.db = await openPlatformDatabase(folder)
    desk.organization = await createOrganizations(desk.db).ensureDefault()
    desk.caller = jobCaller(desk.organization)
    desk.repository = createWebhookRepository(desk.db)
    const log = (_level: string, message: string, error: unknown) => {
      throw new Error(message, { cause: error })
    }
    const real = createDeliverer({ secrets: plainSecrets, repository: desk.repository, send, now, log, random })
    desk.deliverer = { ...real, wake: () => undefined }
    const { repository, deliverer } = desk
    desk.webhooks = createWebhooks({ secrets: plainSecrets, repository, deliverer, send, allowPrivate: true, now })
  }
  async function close(): Promise<void> {
    await desk.deliverer.close()
    await desk.db.destroy()
  }
  desk.restart = async () => {
    await close()
    await open()
  }
  desk.close = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
  await open()
  return desk
}
