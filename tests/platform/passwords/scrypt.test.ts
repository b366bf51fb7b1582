import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPasswordHashes } from '../../../src/platform/passwords/scrypt.ts'
import { withFullCost } from '../support/light-passwords.ts'

const PASSWORD = 'correct horse'

it('hashes a password by scrypt, with the parameters that OWASP recommends and a salt of its own', async () => {
  const { hash, matches } = createPasswordHashes()
  const stored = await withFullCost(() => hash(PASSWORD))
  const [name, N, r, p, salt = '', key] = stored.split('$')
  expect([name, N, r, p]).toEqual(['scrypt', '32768', '8', '3'])
  const cost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
  expect(key).toBe(scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'))
  expect(await withFullCost(() => matches(PASSWORD, stored))).toBe(true)
  expect((await hash(PASSWORD)).split('$')[4]).not.toBe(salt)
})

it('accepts no other password, and none where there is no hash', async () => {
  const { hash, matches } = createPasswordHashes()
  const stored = await hash(PASSWORD)
  expect(await matches(PASSWORD, stored)).toBe(true)
  expect(await matches('correct horsf', stored)).toBe(false)
  expect(await matches(PASSWORD, null)).toBe(false)
})

it('refuses a password when too many wait already', async () => {
  const { hash } = createPasswordHashes()
  const asked = await Promise.allSettled(Array.from({ length: 23 }, () => hash(PASSWORD)))
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toEqual([expect.objectContaining({ code: 'rate_limited' })])
})
