/** Keys that belong to a user do no more than the user may do. */
import { beforeAll, expect, it } from 'vitest'
import type { CreatedApiKey } from '../../../../src/shared/api/api-keys.ts'
import type { Harness } from '../../support/harness.ts'
import { addMember } from '../../support/people.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

const statusOf = async (key: string, method = 'GET', body?: object) =>
  (await h.api(method, '/organizations/me', { key, body })).status

it('follow the role of the member, and end with the membership', async () => {
  const member = await addMember(h, 'grace@example.com', 'admin')
  const key = await h.platform.createKey('admin', { userId: member.user_id })
  expect(await statusOf(key, 'PATCH', { description: 'By Grace' })).toBe(200)
  await h.api('PATCH', `/organizations/members/${member.id}`, { body: { role: 'viewer' } })
  expect(await statusOf(key, 'PATCH', { description: 'Again' })).toBe(403)
  expect(await statusOf(key)).toBe(200)
  await h.api('PATCH', `/organizations/members/${member.id}`, { body: { role: 'owner' } })
  await h.api('PATCH', `/organizations/members/${(await addMember(h, 'b@example.com')).id}`, {
    body: { role: 'owner' },
  })
  expect(await statusOf(key, 'PATCH', { description: 'An admin’s key stays one' })).toBe(200)
  await h.api('DELETE', `/organizations/members/${member.id}`)
  expect(await statusOf(key)).toBe(401)
})

it('make keys, and invites, of the same user', async () => {
  const member = await addMember(h, 'ada@example.com', 'admin')
  const key = await h.platform.createKey('admin', { userId: member.user_id })
  const { body: second } = await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { key, body: { name: 'Second' } })
  const invite = await h.api<{ invited_by: string }>('POST', '/organizations/invites', {
    key,
    body: { email: 'new@example.com' },
  })
  expect(invite.body.invited_by).toBe(member.user_id)
  await h.api('DELETE', `/organizations/members/${member.id}`)
  expect(await statusOf(second.api_key)).toBe(401)
})

it('sign the records that they create', async () => {
  const member = await addMember(h, 'mary@example.com')
  const key = await h.platform.createKey('member', { userId: member.user_id })
  await h.api('POST', '/datasets/', { key, body: { name: 'Street', classes: [] } })
  const body = { dataset: 'Street', directory_path: '/train' }
  const { body: directory } = await h.api<{ created_by: string }>('POST', '/directories/', { key, body })
  expect(directory.created_by).toBe(member.user_id)
})
