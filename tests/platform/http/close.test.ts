/** The close of a platform whose callers are gone before their requests are answered. */
import { expect, it } from 'vitest'
import { DEVELOPER_PREFIX } from '../../../src/shared/api/endpoint.ts'
import { startHarness } from '../support/harness.ts'

it('answers the requests in progress before the database is closed', async () => {
  const h = await startHarness()
  const workflow = await h.createWorkflow('Street')
  const gone = new AbortController()
  const calls = Array.from({ length: 200 }, (_, i) =>
    fetch(`${h.baseUrl}${DEVELOPER_PREFIX}/workflows/${workflow}`, {
      method: 'PATCH',
      headers: { 'x-api-key': h.keys.owner, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `Change ${i}` }),
      signal: gone.signal,
    }).catch(() => undefined),
  )
  await Promise.race(calls)
  gone.abort()
  await Promise.all(calls)
  await h.close()
  expect(h.logged).toEqual([])
})
