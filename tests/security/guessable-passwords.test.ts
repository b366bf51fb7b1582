/** New passwords: those that are guessed within few attempts are refused wherever a password is set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGuessable, passwordFault } from '../../src/platform/accounts/passwords/passwords.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'

const EMAIL = 'ada.lovelace@example.com'
const faultOf = (password: string) => passwordFault(password, EMAIL, 'Ada Lovelace')

describe('a new password', () => {
  it.each([
    '1234567890',
    '          ',
    ' \u00a0\u2003\t\t \u2002 \t  ',
    'x            ',
    'Password123',
    'P@ssw0rd2024',
    'qwertyuiop',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'passwordpassword',
    'password'.repeat(25),
    'ada lovelace1',
    'Ｐａｓｓｗｏｒｄ１２３',
    'sightline1',
  ])('%j is refused as one that is guessed', async (password) => {
    expect(await faultOf(password)).toBe('guessable')
  })

  it.each(['correct horse', 'a long password', 'xK9#mmqLw2p', `${'a'.repeat(40)}xK9#mmqLw2p`])(
    '%j is accepted',
    async (password) => {
      expect(await faultOf(password)).toBeNull()
    },
  )

  it('is measured as it is hashed', async () => {
    // Six letters, each with an accent of its own.
    expect(await faultOf('e\u0301a\u0300o\u0302u\u0308e\u0300a\u0302')).toBe('short')
    expect(await faultOf('x'.repeat(201))).toBe('long')
    expect(await faultOf(` ${EMAIL.toUpperCase()} `)).toBe('address')
  })

  it('is estimated by two parts of it at most', async () => {
    const parts: string[] = []
    const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
    const { check } = ZxcvbnFactory.prototype
    ZxcvbnFactory.prototype.check = function (part, ...rest) {
      parts.push(part)
      return check.call(this, part, ...rest)
    }
    await isGuessable('password'.repeat(25), [])
    ZxcvbnFactory.prototype.check = check
    expect(parts.map(({ length }) => length)).toEqual([32, 32])
  })
})

describe('a password that is guessed', () => {
  const OWN = { 'sec-fetch-site': 'same-origin' }
  const WEAK = '1234567890'
  const STRONG = 'a long password'
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(async () => {
    expect(h.logged).toEqual([])
    await h.close()
  })
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...OWN, ...headers },
      body: new URLSearchParams(fields),
    })

  it('is refused with a sentence to the first owner, to an invited person, and as a change', async () => {
    const owner = { full_name: 'Ada', email: 'owner@example.com' }
    const ownerLink = (await h.platform.firstOwnerLink()) ?? ''
    const refusedOwner = await post(ownerLink, { ...owner, password: WEAK })
    expect([refusedOwner.status, await refusedOwner.text()]).toEqual([422, expect.stringContaining('harder to guess')])
    const made = await post(ownerLink, { ...owner, password: STRONG })
    const cookie = made.headers.get('set-cookie')?.split(';')[0] ?? ''

    await inviteTo(h, 'guest@example.com')
    const invite = await linkTo(h, 'guest@example.com')
    const guest = { answer: 'accept', full_name: 'Guest', password: WEAK }
    const refusedGuest = await post(invite, guest, { 'accept-language': 'de' })
    expect([refusedGuest.status, await refusedGuest.text()]).toEqual([422, expect.stringContaining('zu erraten')])
    expect((await post(invite, { ...guest, password: STRONG })).status).toBe(200)

    const change = { old_password: STRONG, new_password: WEAK }
    const refusedChange = await post(`${h.baseUrl}/account`, change, { cookie })
    expect([refusedChange.status, await refusedChange.text()]).toEqual([
      422,
      expect.stringContaining('harder to guess'),
    ])
  })
})
