/** Any sequence of decisions, polls and waits leads to at most one key, and only after an approval in time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { typedCode } from '../../../../src/platform/accounts/device-authorizations/codes.ts'
import {
  createDeviceAuthorizations,
  INTERVAL_S,
  VALID_FOR_MS,
} from '../../../../src/platform/accounts/device-authorizations/device-authorizations.ts'
import { createKeys } from '../../../../src/platform/accounts/keys/keys.ts'
import { type Database, newId } from '../../../../src/platform/db/database.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { databaseFor, dropDatabase, onPostgres, openPlatformDatabase } from '../../support/databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-states-'))
let db: Database
let organizationId = ''
beforeAll(async () => {
  if (onPostgres) await databaseFor(folder)
  db = onPostgres ? await openPlatformDatabase(folder) : await openDatabase(join(folder, 'sightline.db'))
  organizationId = newId()
  const created_at = new Date().toISOString()
  const row = { id: organizationId, name: 'O', slug: 'o', description: null, created_at, updated_at: null }
  await db.insertInto('organizations').values(row).execute()
})
afterAll(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

type Step = { do: 'poll' | 'approve' | 'decline' | 'leave' } | { do: 'wait'; seconds: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'poll' }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 6, 300, 600) }),
  },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'approve' }, { do: 'decline' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'leave' }) },
)

it('creates at most one key, after an approval by a member, within ten minutes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let now = Date.now()
      const begin = now
      const clock = () => new Date(now)
      const apps = createDeviceAuthorizations({ db, keys: createKeys(db, clock, null), now: clock })
      const userId = newId()
      const at = clock().toISOString()
      await db.insertInto('users').values({ id: userId, email: null, full_name: null, created_at: at }).execute()
      const membership = { id: newId(), organization_id: organizationId, user_id: userId, role: 'member' as const }
      await db
        .insertInto('memberships')
        .values({ ...membership, joined_at: at })
        .execute()
      const asked = await apps.create({ app: 'A', computer: 'c' }, newId(), 'http://x/connect')
      const code = typedCode(asked.user_code) as string
      const model = { status: 'pending', isMember: true, keys: 0, polledAt: Number.NEGATIVE_INFINITY }

      for (const next of steps) {
        const isOver = now - begin >= VALID_FOR_MS
        if (next.do === 'wait') now += next.seconds * 1000
        else if (next.do === 'leave') {
          await db.deleteFrom('memberships').where('id', '=', membership.id).execute()
          model.isMember = false
        } else if (next.do !== 'poll') {
          const decision = next.do === 'approve' ? 'approved' : 'denied'
          const counts = model.status === 'pending' && !isOver && model.isMember
          expect(await apps.decide(code, decision, { userId, organizationId, role: 'member' })).toBe(counts)
          if (counts) model.status = decision
        } else {
          const expected = expectedOf(model, isOver, now)
          const answer = await apps.token(asked.device_code).then(
            ({ status, key }) => [status, key !== null],
            (error) => [error.code, false],
          )
          expect(answer).toEqual([expected, expected === 'approved'])
          if (expected === 'pending') model.polledAt = now
          if (expected === 'approved') Object.assign(model, { status: 'consumed', keys: model.keys + 1 })
          if (expected === 'denied') model.status = 'denied'
        }
        expect((await apps.waiting(code)) !== null).toBe(model.status === 'pending' && now - begin < VALID_FOR_MS)
      }
      const keys = await db.selectFrom('api_keys').select('id').where('user_id', '=', userId).execute()
      expect(keys).toHaveLength(model.keys)
      expect(model.keys).toBeLessThanOrEqual(1)
    }),
    { numRuns: 60 },
  )
})

interface Model {
  status: string
  isMember: boolean
  polledAt: number
}

function expectedOf({ status, isMember, polledAt }: Model, isOver: boolean, now: number): string {
  if (status === 'consumed') return 'not_found'
  if (status === 'denied') return 'denied'
  if (isOver) return 'expired'
  if (now - polledAt < INTERVAL_S * 1000) return 'slow_down'
  if (status === 'approved') return isMember ? 'approved' : 'denied'
  return 'pending'
}
