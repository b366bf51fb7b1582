/** Invites and members under random sequences of changes, compared with a model. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { createPasswords } from '../../../../src/platform/accounts/passwords/passwords.ts'
import { createInviteAcceptance } from '../../../../src/platform/accounts/people/invite-acceptance.ts'
import { createInvites, tokenOf } from '../../../../src/platform/accounts/people/invites.ts'
import { createMembers } from '../../../../src/platform/accounts/people/members.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { Caller } from '../../../../src/platform/machine/identity/caller.ts'
import type { Role } from '../../../../src/shared/api/endpoint.ts'
import { ApiError } from '../../../../src/shared/api/errors.ts'
import type { InviteStatus, MemberRole } from '../../../../src/shared/api/organizations.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import '../../support/light-passwords.ts'

const SECRET = 'secret of the installation'
const DAY_MS = 24 * 60 * 60_000
const MAX_USERS = planOf('free').max_users

let folder: string
let db: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-people-'))
  db = await openPlatformDatabase(folder)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

/** More than the plan has seats. */
const PERSONS = 4
const person = fc.nat({ max: PERSONS - 1 })
const role = fc.constantFrom<Role>('viewer', 'admin', 'owner')
const by = fc.constantFrom<Role>('admin', 'owner', 'owner')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('invite' as const), person }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), person }) },
  fc.record({ do: fc.constant('decline' as const), person }),
  fc.record({ do: fc.constant('revoke' as const), person }),
  { weight: 6, arbitrary: fc.record({ do: fc.constant('setRole' as const), person, role, by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), person, by }) },
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 8 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** An organization of its own, with the services of one server. */
async function start() {
  let now = new Date('2030-01-01T00:00:00Z')
  const clock = () => now
  const organizationId = await createOrganizations(db).create('Test')
  await db.updateTable('organizations').set({ subscription_tier: 'free' }).where('id', '=', organizationId).execute()
  const mails = { queue: async () => {}, withdraw: async () => {}, wake: () => {} }
  const as = (of: Role): Caller => ({
    organizationId,
    role: of,
    via: 'key',
    userId: null,
    keyId: null,
    sessionId: null,
    requestId: null,
  })
  return {
    organizationId,
    as,
    wait(days: number) {
      now = new Date(now.getTime() + days * DAY_MS)
    },
    now: clock,
    invites: createInvites({ db, secret: SECRET, mails, now: clock }),
    acceptance: createInviteAcceptance({ db, mails, passwords: createPasswords({ db, now: clock }), now: clock }),
    members: createMembers(db, clock, () => {}),
  }
}
type World = Awaited<ReturnType<typeof start>>

const emailOf = (n: number, { organizationId }: World) => `p${n}-${organizationId}@example.com`
const codeOf = (error: unknown) => {
  if (error instanceof ApiError) return error.code
  throw error
}
const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then((value) => (typeof value === 'boolean' ? value : 'done'), codeOf)

interface ModelInvite {
  id: string
  status: InviteStatus
  until: number
}

it('follow the transitions of the specification', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const world = await start()
      const { invites, acceptance, members, as } = world
      const newest = new Map<number, ModelInvite>()
      const all: ModelInvite[] = []
      const roles = new Map<number, MemberRole>()
      const refresh = () => {
        for (const invite of all) {
          if (invite.status === 'pending' && invite.until <= world.now().getTime()) invite.status = 'expired'
        }
      }
      const membership = async (n: number) =>
        (await members.list(as('viewer'))).find(({ email }) => email === emailOf(n, world))?.id ?? crypto.randomUUID()
      /** The error that the rules ask for, or null. */
      const refusal = (n: number, to: MemberRole | null, caller: Role) => {
        const own = roles.get(n)
        if (own === undefined) return 'not_found'
        if ((own === 'owner' || to === 'owner') && caller !== 'owner') return 'role_too_low'
        const owners = [...roles.values()].filter((r) => r === 'owner').length
        return own === 'owner' && to !== 'owner' && owners === 1 ? 'last_owner' : null
      }

      for (const s of steps as Step[]) {
        refresh()
        const open = 'person' in s ? newest.get(s.person) : undefined
        const token = tokenOf(SECRET, open?.id ?? 'none')
        const isPending = open?.status === 'pending'
        if (s.do === 'wait') world.wait(s.days)
        if (s.do === 'invite') {
          const pending = all.filter(({ status }) => status === 'pending').length
          const expected =
            isPending || roles.has(s.person)
              ? 'wrong_state'
              : roles.size + pending >= MAX_USERS
                ? 'member_cap_reached'
                : 'done'
          const made = invites.create(as('admin'), { email: emailOf(s.person, world), role: 'member' })
          expect(await outcome(made)).toBe(expected)
          if (expected === 'done') {
            const { id, expires_at } = await made
            const invite: ModelInvite = { id, status: 'pending', until: Date.parse(expires_at) }
            newest.set(s.person, invite)
            all.push(invite)
          }
        }
        if (s.do === 'accept' || s.do === 'decline') {
          const work = s.do === 'accept' ? acceptance.accept(token, 'Ada') : acceptance.decline(token)
          expect(await work).toBe(isPending)
          if (open && isPending) open.status = s.do === 'accept' ? 'accepted' : 'declined'
          if (s.do === 'accept' && isPending) roles.set(s.person, 'member')
        }
        if (s.do === 'revoke') {
          const expected = isPending ? 'done' : open ? 'wrong_state' : 'not_found'
          expect(await outcome(invites.revoke(as('admin'), open?.id ?? crypto.randomUUID()))).toBe(expected)
          if (open && isPending) open.status = 'revoked'
        }
        if (s.do === 'setRole') {
          const expected = refusal(s.person, s.role, s.by) ?? 'done'
          expect(await outcome(members.setRole(as(s.by), await membership(s.person), s.role))).toBe(expected)
          if (expected === 'done') roles.set(s.person, s.role)
        }
        if (s.do === 'remove') {
          const expected = refusal(s.person, null, s.by) ?? 'done'
          expect(await outcome(members.remove(as(s.by), await membership(s.person)))).toBe(expected)
          if (expected === 'done') roles.delete(s.person)
        }
        refresh()
        const listed = (await invites.list(as('viewer'))).map(({ id, status }) => [id, status])
        expect(listed).toEqual(all.map(({ id, status }) => [id, status]).reverse())
        const people = (await members.list(as('viewer'))).map(({ email, role: r }) => [email, r])
        expect(people.sort()).toEqual([...roles].map(([n, r]) => [emailOf(n, world), r]).sort())
      }
    }),
    { numRuns: 60 },
  )
})

it('keep their rules when changes are made at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { maxLength: 8 }), async (rounds) => {
      const world = await start()
      const { invites, acceptance, members, as } = world
      let hadOwner = false
      for (const round of rounds as Step[][]) {
        const all = await invites.list(as('viewer'))
        const people = await members.list(as('viewer'))
        const inviteId = (n: number) => all.find(({ email }) => email === emailOf(n, world))?.id ?? 'none'
        const memberId = (n: number) => people.find(({ email }) => email === emailOf(n, world))?.id ?? 'none'
        const perform = (s: Step): Promise<unknown> => {
          if (s.do === 'wait') return Promise.resolve(world.wait(s.days))
          if (s.do === 'invite') return invites.create(as('admin'), { email: emailOf(s.person, world), role: 'member' })
          if (s.do === 'accept') return acceptance.accept(tokenOf(SECRET, inviteId(s.person)), 'Ada')
          if (s.do === 'decline') return acceptance.decline(tokenOf(SECRET, inviteId(s.person)))
          if (s.do === 'revoke') return invites.revoke(as('admin'), inviteId(s.person))
          if (s.do === 'setRole') return members.setRole(as(s.by), memberId(s.person), s.role)
          return members.remove(as(s.by), memberId(s.person))
        }
        await Promise.all(round.map((s) => outcome(perform(s))))

        const after = await members.list(as('viewer'))
        const pending = await invites.list(as('viewer'), 'pending')
        expect(after.length + pending.length).toBeLessThanOrEqual(MAX_USERS)
        const addresses = [...after, ...pending].map(({ email }) => email)
        expect(new Set(addresses).size).toBe(addresses.length)
        const hasOwner = after.some((m) => m.role === 'owner')
        expect(hasOwner || !hadOwner).toBe(true)
        hadOwner ||= hasOwner
      }
    }),
    { numRuns: 60 },
  )
})
