/** The page of the one-time link in an invite. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OrganizationInvite, OrganizationMember, OutboxMail } from '../../../../src/shared/api/organizations.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addMember, inviteTo, linkTo, submit } from '../../support/people.ts'

const DAY_MS = 24 * 60 * 60_000

let h: Harness
let now = new Date()
beforeAll(async () => {
  h = await startHarness({ now: () => now })
})
afterEach(() => {
  now = new Date()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

let made = 0
async function invited(role = 'member') {
  const email = `guest-${++made}@example.com`
  const { id } = await inviteTo(h, email, role)
  return { id, email, link: await linkTo(h, email) }
}
const members = async () => (await h.api<OrganizationMember[]>('GET', '/organizations/members')).body
const statusOf = async (id: string) =>
  (await h.api<OrganizationInvite[]>('GET', '/organizations/invites')).body.find((i) => i.id === id)?.status

describe('the page', () => {
  it('shows organization, address and role, without changing anything', async () => {
    const { id, email, link } = await invited('viewer')
    for (const method of ['HEAD', 'GET']) await fetch(link, { method })
    const page = await fetch(link)
    const text = await page.text()
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const part of ['Join My organization', email, 'viewer', 'Your name', '<form method="post">']) {
      expect(text).toContain(part)
    }
    expect(await statusOf(id)).toBe('pending')
  })

  it('needs no script, loads nothing, sends its form to this server only, and is neither kept nor framed', async () => {
    const { link } = await invited()
    const { headers } = await fetch(link)
    const text = await (await fetch(link)).text()
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(text).not.toMatch(/<script|src=|href=/)
  })

  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Ihr Name'],
    ['en-GB,de;q=0.5', 'en', 'Your name'],
    ['fr,de;q=0.5', 'de', 'Ihr Name'],
    ['ru', 'en', 'Your name'],
  ])('for the languages %s is in %s', async (accepted, language, label) => {
    const text = await (await fetch((await invited()).link, { headers: { 'accept-language': accepted } })).text()
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(label)
  })

  it('escapes the name of the organization', async () => {
    await h.api('PATCH', '/organizations/me', { body: { name: '<b>"Lab" & \'Co\'' } })
    const text = await (await fetch((await invited()).link)).text()
    await h.api('PATCH', '/organizations/me', { body: { name: 'My organization' } })
    expect(text).toContain('&lt;b&gt;&quot;Lab&quot; &amp; &#39;Co&#39;')
    expect(text).not.toContain('<b>')
  })

  it('of an unknown link is 404, and changes nothing', async () => {
    const { link } = await invited()
    for (const other of [link.slice(0, -1), `${link}x`, link.replace(/[^/]+$/, '%00'), link.replace(/[^/]+$/, 'x')]) {
      expect((await fetch(other)).status).toBe(404)
      expect((await submit(other, { answer: 'accept', full_name: 'Eve' })).status).toBe(404)
    }
  })
})

describe('accepting', () => {
  it('makes the person a member with the role of the invite, under the name without needless spaces', async () => {
    const { id, email, link } = await invited('admin')
    const page = await submit(link, { answer: 'accept', full_name: '  Grace \n Hopper ' })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Grace Hopper, you are now')])
    expect((await members()).find((m) => m.email === email)).toMatchObject({ full_name: 'Grace Hopper', role: 'admin' })
    expect(await statusOf(id)).toBe('accepted')
  })

  it('asks a person who is a user already for no name, and keeps the name', async () => {
    const email = `known-${++made}@example.com`
    await addMember(h, email, 'member', h.foreignKey)
    await inviteTo(h, email)
    const link = await linkTo(h, email)
    const text = await (await fetch(link)).text()
    expect(text).toContain('You join as Ada Lovelace.')
    expect(text).not.toContain('full_name')
    await submit(link, { answer: 'accept', full_name: 'Somebody else' })
    expect((await members()).find((m) => m.email === email)?.full_name).toBe('Ada Lovelace')
  })

  it.each([
    ['no name', {}],
    ['a name of spaces', { full_name: '  ' }],
    ['a name of 201 characters', { full_name: 'x'.repeat(201) }],
  ])('with %s shows the form again with the reason', async (_name, fields) => {
    const { id, link } = await invited()
    const page = await submit(link, { answer: 'accept', ...fields })
    expect([page.status, await page.text()]).toEqual([422, expect.stringContaining('role="alert">Enter')])
    expect(await statusOf(id)).toBe('pending')
  })

  it('happens once, also when the form is sent ten times at once', async () => {
    const { email, link } = await invited()
    const before = (await members()).length
    const pages = await Promise.all(
      Array.from({ length: 10 }, () => submit(link, { answer: 'accept', full_name: 'Ada' })),
    )
    expect(pages.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
    expect((await members()).filter((m) => m.email === email)).toHaveLength(1)
    expect((await members()).length).toBe(before + 1)
  })
})

it('declining ends the invite, and makes nobody a member', async () => {
  const { id, email, link } = await invited()
  expect((await submit(link, { answer: 'decline' })).status).toBe(200)
  expect(await statusOf(id)).toBe('declined')
  expect((await submit(link, { answer: 'accept', full_name: 'Ada' })).status).toBe(410)
  expect((await members()).some((m) => m.email === email)).toBe(false)
})

it.each([
  ['revoked', 'was withdrawn'],
  ['expired', 'has expired'],
])('a link that is %s shows the reason, and is not in the outbox', async (how, text) => {
  const { id, email, link } = await invited()
  if (how === 'revoked') await h.api('DELETE', `/organizations/invites/${id}`)
  else now = new Date(now.getTime() + 7 * DAY_MS)
  for (const page of [await fetch(link), await submit(link, { answer: 'accept', full_name: 'Ada' })]) {
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining(text)])
  }
  const { body } = await h.api<OutboxMail[]>('GET', '/organizations/outbox')
  expect(body.some(({ to }) => to === email)).toBe(false)
})

it.each([
  ['another type', 'application/json', '{"answer":"accept"}', 400],
  ['no answer', 'application/x-www-form-urlencoded', 'full_name=Ada', 400],
  ['an unknown answer', 'application/x-www-form-urlencoded', 'answer=maybe', 400],
  ['a form that is too large', 'application/x-www-form-urlencoded', `full_name=${'x'.repeat(20_000)}`, 413],
])('rejects %s and changes nothing', async (_name, type, body, status) => {
  const { id, link } = await invited()
  expect((await fetch(link, { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(status)
  expect((await fetch(link, { method: 'POST' })).status).toBe(400)
  expect(await statusOf(id)).toBe('pending')
})

it('keeps the outbox from people below admins, and from other organizations', async () => {
  const { email } = await invited()
  expect((await h.api('GET', '/organizations/outbox', { key: h.keys.member })).status).toBe(403)
  const { body } = await h.api<OutboxMail[]>('GET', '/organizations/outbox', { key: h.foreignKey })
  expect(body.some(({ to }) => to === email)).toBe(false)
})
