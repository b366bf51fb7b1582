/** The events of an organization, read over HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventPage } from '../../../../src/shared/api/events.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeEach(async () => {
  h = await joinPlatform()
})
afterEach(() => h.close())

const list = async (query: string, key = h.keys.viewer) =>
  (await h.api<EventPage>('GET', `/events?${query}`, { key })).body

it('returns the end of a run to a caller who waits for it, with the position for the next call', async () => {
  const run_id = await h.startRun(await h.createWorkflow('Street'))
  const waiting = list('after=0&wait=30')
  ;(await h.engine.run(0)).finish()
  const { events, position } = await waiting
  expect(events).toMatchObject([
    { position: 1, type: 'workflow_run.completed', data: { run_id, workflow_name: 'Street', status: 'completed' } },
  ])
  expect(position).toBe(1)
  expect(await list('after=1')).toEqual({ events: [], position: 1 })
  expect(await list('after=0', h.foreignKey)).toEqual({ events: [], position: 0 })
})

it('ends the wait of a caller when the server closes', async () => {
  h = await startHarness()
  const waiting = list('after=0&wait=30')
  await h.api('GET', '/notifications/unread-count')
  await h.platform.close()
  expect(await waiting).toEqual({ events: [], position: 0 })
})

it.each(['after=-1', 'after=1e20', 'wait=31', 'limit=0', 'limit=101', 'other=1'])(
  'rejects %s with 422',
  async (query) => {
    expect((await h.fail('GET', `/events?${query}`)).status).toBe(422)
  },
)
