import { scryptSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { createPasswordHashes } from '../../../../src/platform/accounts/passwords/passwords.ts'
import { withFullCost } from '../../support/light-passwords.ts'

const PASSWORD = 'correct horse'
const HERE = '192.0.2.1'

it('hashes a password by scrypt, with the parameters that OWASP recommends and a salt of its own', async () => {
  const { hash, matches } = createPasswordHashes()
  const stored = await withFullCost(() => hash(PASSWORD, HERE))
  const [name, N, r, p, salt = '', key] = stored.split('$')
  expect([name, N, r, p]).toEqual(['scrypt', '32768', '8', '3'])
  const cost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
  expect(key).toBe(scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url'))
  expect(await withFullCost(() => matches(PASSWORD, stored, HERE))).toBe(true)
  expect((await hash(PASSWORD, HERE)).split('$')[4]).not.toBe(salt)
})

it('accepts no other password, and none where there is no hash', async () => {
  const { hash, matches } = createPasswordHashes()
  const stored = await hash(PASSWORD, HERE)
  expect(await matches(PASSWORD, stored, HERE)).toBe(true)
  expect(await matches('correct horsf', stored, HERE)).toBe(false)
  expect(await matches(PASSWORD, null, HERE)).toBe(false)
})

async function refusedOf(asked: Promise<unknown>[]): Promise<unknown[]> {
  return (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
}
const busy = expect.objectContaining({ code: 'rate_limited' })

it('refuses a password when too many wait already', async () => {
  const { hash } = createPasswordHashes()
  const asked = Array.from({ length: 43 }, (_, i) => hash(PASSWORD, `192.0.2.${i}`))
  expect(await refusedOf(asked)).toEqual([busy])
})

it('leaves room for others when one address sends many passwords', async () => {
  const { hash } = createPasswordHashes()
  const ofOne = Array.from({ length: 40 }, () => hash(PASSWORD, HERE))
  const other = hash(PASSWORD, '192.0.2.2')
  expect(await refusedOf(ofOne)).toEqual(Array.from({ length: 28 }, () => busy))
  expect(await other).toMatch(/^scrypt\$/)
})
