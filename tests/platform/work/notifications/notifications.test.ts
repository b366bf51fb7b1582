/** The feed of an organization, over real HTTP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { createNotificationRepository } from '../../../../src/platform/work/notifications/notification-repository.ts'
import type { Notification, NotificationList } from '../../../../src/shared/api/notifications.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { DEMO_URI } from '../../support/graphs.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeEach(async () => {
  h = await joinPlatform()
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const feed = async (query = '', key = h.keys.viewer) =>
  (await h.api<NotificationList>('GET', `/notifications${query}`, { key })).body
const arrived = (count: number) => eventually(async () => (await feed()).notifications.length === count)

async function completeRuns(count: number): Promise<string[]> {
  const workflow = await h.createWorkflow('Street')
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    ids.push(await h.startRun(workflow))
    ;(await h.engine.run(i)).finish()
    await arrived(i + 1)
  }
  return ids
}

describe('the feed', () => {
  it('has a notification for each run that ended, newest first', async () => {
    const [first] = await completeRuns(1)
    const second = await h.startRun('Street')
    const error = { code: 'block_failed', message: 'No.', node_id: 'det' }
    ;(await h.engine.run(1)).finish({ status: 'error', error })
    await arrived(2)
    const { notifications, ...rest } = await feed()
    expect(rest).toEqual({ unread_count: 2, limit: 50, offset: 0 })
    expect(notifications).toMatchObject([
      {
        type: 'workflow_run_failed',
        title: 'Run failed',
        title_text: { code: 'notification.run_failed' },
        message: 'A run of “Street” ended with an error: No.',
        metadata: { run_id: second, error_code: 'block_failed' },
        read: false,
        user_id: null,
        organization_id: h.platform.organizationId,
      },
      { type: 'workflow_run_completed', title: 'Run completed', metadata: { run_id: first } },
    ])
  })

  it('has none for a cancelled run', async () => {
    const id = await h.startRun(await h.createWorkflow('Street'))
    await h.engine.run(0)
    await h.api('POST', `/workflow-runs/${id}/cancel`)
    await h.startRun('Street')
    ;(await h.engine.run(1)).finish()
    await arrived(1)
    expect((await feed()).notifications.map((n) => n.type)).toEqual(['workflow_run_completed'])
  })

  it('names the end of an extraction of frames', async () => {
    await h.api('POST', '/datasets/', { body: { name: 'Street', classes: [] } })
    const body = { dataset_name: 'Street', store_path: DEMO_URI, directory_name: 'clip' }
    const { body: job } = await h.api<{ job_id: string }>('POST', '/video/extract-frames', { body })
    await arrived(1)
    expect((await feed()).notifications).toMatchObject([
      {
        type: 'video_extraction_complete',
        message: '2 images of a video are in /clip.',
        metadata: { job_id: job.job_id, directory_path: '/clip', images: 2 },
      },
    ])
  })

  it('is that of one organization', async () => {
    await completeRuns(1)
    expect(await feed('', h.foreignKey)).toEqual({ notifications: [], unread_count: 0, limit: 50, offset: 0 })
  })

  it('is listed in pages, and with unread ones only', async () => {
    await completeRuns(3)
    const all = (await feed()).notifications
    expect((await feed('?limit=1&offset=1')).notifications).toEqual([all[1]])
    await h.api('POST', `/notifications/${all[0]?.id}/read`)
    const unread = await feed('?unread_only=true')
    expect([unread.notifications, unread.unread_count]).toEqual([all.slice(1), 2])
  })

  it.each(['?limit=0', '?limit=101', '?offset=-1', '?offset=1e20', '?unread_only=maybe'])(
    'rejects %s with 422',
    async (query) => {
      expect((await h.fail('GET', `/notifications${query}`)).status).toBe(422)
    },
  )
})

describe('a notification', () => {
  const count = async () => (await h.api<number>('GET', '/notifications/unread-count')).body

  it('is read once, and reading it again changes nothing', async () => {
    await completeRuns(1)
    const [made] = (await feed()).notifications as [Notification]
    expect(await count()).toBe(1)
    for (let i = 0; i < 2; i++) expect((await h.api('POST', `/notifications/${made.id}/read`)).status).toBe(204)
    expect(await count()).toBe(0)
    expect((await feed()).notifications).toEqual([{ ...made, read: true }])
  })

  it('is read with all others by one call, which returns their number', async () => {
    await completeRuns(2)
    const readAll = async () => (await h.api<number>('POST', '/notifications/read-all')).body
    expect([await readAll(), await readAll(), await count()]).toEqual([2, 0, 0])
  })

  it('is deleted for good', async () => {
    await completeRuns(1)
    const [{ id }] = (await feed()).notifications as [Notification]
    expect((await h.api('DELETE', `/notifications/${id}`)).status).toBe(204)
    expect((await feed()).notifications).toEqual([])
    const again = await h.fail('DELETE', `/notifications/${id}`)
    expect([again.status, again.error.code]).toEqual([404, 'not_found'])
  })

  it.each([
    ['POST', '/read'],
    ['DELETE', ''],
  ])('of another organization is missing for %s %s', async (method, path) => {
    await completeRuns(1)
    const [{ id }] = (await feed()).notifications as [Notification]
    expect((await h.fail(method, `/notifications/${id}${path}`, { key: h.foreignKey })).status).toBe(404)
    expect((await h.fail(method, `/notifications/nothing${path}`)).status).toBe(404)
    expect(await count()).toBe(1)
  })
})

it('removes notifications that are old, or beyond the newest of their organization', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-notifications-'))
  const db = await openPlatformDatabase(folder)
  const organizations = createOrganizations(db)
  const ids = [await organizations.ensureDefault(), await organizations.create('Others')]
  const row = { user_id: null, type: 't', title: 'T', title_text: '{}', message: null, message_text: null }
  const common = { ...row, metadata: null, is_read: 0 as const }
  const values = ids.flatMap((organization_id, o) =>
    Array.from({ length: 4 + o }, (_, i) => {
      const created_at = `2026-01-0${i + 1}T00:00:00.000Z`
      return { ...common, id: `${o}-${i}`, organization_id, created_at }
    }),
  )
  await db.insertInto('notifications').values(values).execute()
  await createNotificationRepository(db).prune('2026-01-02T00:00:00.000Z', 2)
  const left = await db.selectFrom('notifications').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual(['0-2', '0-3', '1-3', '1-4'])
  await db.destroy()
  rmSync(folder, { recursive: true })
})
