/** Windows of requests, shared by servers and kept over restarts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  blockOf,
  createRateWindows,
  type RateWindows,
  WINDOW_MS,
} from '../../../../src/platform/accounts/limits/rate-windows.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import { dropDatabase, openPlatformDatabase } from '../../support/databases.ts'

let folder: string
let db: Database
let time: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-limits-'))
  db = await openPlatformDatabase(folder)
  time = Date.parse('2026-03-10T12:00:00.000Z')
})
afterEach(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

const server = (): RateWindows => createRateWindows(db, () => new Date(time))

it('admits the limit exactly, tells what is left, and starts over with the next hour', async () => {
  const windows = server()
  for (let i = 1; i <= 7; i++) {
    expect(await windows.take('key:a', 7)).toMatchObject({ isAdmitted: true, remaining: 7 - i, msLeft: WINDOW_MS })
  }
  time += 20 * 60_000
  expect(await windows.take('key:a', 7)).toMatchObject({ isAdmitted: false, remaining: 0, msLeft: 40 * 60_000 })
  expect(await windows.take('key:b', 7)).toMatchObject({ isAdmitted: true, remaining: 6 })
  time += 40 * 60_000
  expect(await windows.take('key:a', 7)).toMatchObject({ isAdmitted: true, remaining: 6, msLeft: WINDOW_MS })
})

it('admits the limit exactly when many requests come at the same time', async () => {
  const windows = server()
  const counts = await Promise.all(Array.from({ length: 400 }, () => windows.take('key:a', 321)))
  expect(counts.filter((c) => c.isAdmitted)).toHaveLength(321)
})

it('counts a lowered limit at once, and a raised one too', async () => {
  const windows = server()
  for (let i = 0; i < 20; i++) await windows.take('key:a', 5000)
  expect((await windows.take('key:a', 20)).isAdmitted).toBe(false)
  expect((await windows.take('key:a', 50)).isAdmitted).toBe(true)
})

it('takes a request back in its own window only', async () => {
  const windows = server()
  const first = await windows.take('key:a', 1)
  windows.giveBack('key:a', first.window)
  expect((await windows.take('key:a', 1)).isAdmitted).toBe(true)
  time += WINDOW_MS
  expect((await windows.take('key:a', 1)).isAdmitted).toBe(true)
  windows.giveBack('key:a', first.window)
  expect((await windows.take('key:a', 1)).isAdmitted).toBe(false)
})

it('stays in the window of a server whose clock is ahead', async () => {
  const [ahead, behind] = [server(), server()]
  time += WINDOW_MS
  for (let i = 0; i < 3; i++) await ahead.take('key:a', 3)
  time -= 1000
  expect(await behind.take('key:a', 3)).toMatchObject({ isAdmitted: false })
})

it.each([
  ['a server that goes on', false],
  ['a new server', true],
])('waits one window at most after the clock was set back by a day, of %s', async (_title, isNew) => {
  const first = server()
  for (let i = 0; i < 3; i++) await first.take('key:a', 3)
  await first.close()
  time -= 24 * WINDOW_MS - 20 * 60_000
  const windows = isNew ? server() : first
  const refused = await windows.take('key:a', 3)
  expect(refused).toMatchObject({ isAdmitted: false, msLeft: 40 * 60_000 })
  time += refused.msLeft
  expect(await windows.take('key:a', 3)).toMatchObject({ isAdmitted: true, remaining: 2, msLeft: WINDOW_MS })
})

it('never exceeds the limit over servers and restarts, and loses one block at most with each crash', async () => {
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('request'), server: fc.nat(1), count: fc.integer({ min: 1, max: 60 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constantFrom('crash', 'restart'), server: fc.nat(1), count: fc.constant(0) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait'), server: fc.constant(0), count: fc.nat(59 * 60_000) }),
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 700 }), fc.array(step, { maxLength: 60 }), async (limit, steps) => {
      await db.deleteFrom('rate_windows').execute()
      const servers = [server(), server()]
      let [window, admitted, crashes, refused] = [0, 0, 0, false]
      const check = () => {
        expect(admitted).toBeLessThanOrEqual(limit)
        // The other server may hold a block too.
        if (refused) expect(admitted).toBeGreaterThanOrEqual(limit - (crashes + 1) * blockOf(limit))
      }
      for (const { do: action, server: i, count } of steps) {
        if (action === 'wait') time += count
        const present = time - (time % WINDOW_MS)
        if (present !== window) {
          check()
          ;[window, admitted, crashes, refused] = [present, 0, 0, false]
        }
        if (action === 'request') {
          const counts = await Promise.all(
            Array.from({ length: count }, () => (servers[i] as RateWindows).take('key:a', limit)),
          )
          admitted += counts.filter((c) => c.isAdmitted).length
          refused ||= counts.some((c) => !c.isAdmitted)
        } else if (action !== 'wait') {
          if (action === 'restart') await servers[i]?.close()
          else crashes++
          servers[i] = server()
        }
        check()
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
