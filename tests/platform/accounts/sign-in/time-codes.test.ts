/** Codes of authenticator apps, by the vectors of RFC 6238, and the QR code that an app reads. */
import { Secret, URI } from 'otpauth'
import decodeQR from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrCode } from '../../../../src/platform/accounts/sign-in/second-factor-page.ts'
import { newSecret, stepOf, uriOf } from '../../../../src/platform/accounts/sign-in/time-codes.ts'

/** RFC 6238, appendix B: the secret of SHA-1, and the last six of the eight digits. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32
const VECTORS = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

it.each(VECTORS)('accepts at %i s the code %s of RFC 6238', (time, code) => {
  expect(stepOf(SECRET, code, new Date(time * 1000))).toBe(Math.floor(time / 30))
})

it('accepts a code one step before and after its own, and reports its own step', () => {
  const at = (seconds: number) => stepOf(SECRET, '050471', new Date(seconds * 1000))
  const step = Math.floor(1111111111 / 30)
  const begins = step * 30
  expect([at(begins - 31), at(begins + 60)]).toEqual([null, null])
  expect([at(begins - 30), at(begins), at(begins + 59)]).toEqual([step, step, step])
})

it.each(['', '05047', '0504711', '05047a', '٠٥٠٤٧١'])('rejects “%s”, which is no code', (code) => {
  expect(stepOf(SECRET, code, new Date(1111111111_000))).toBeNull()
})

it('shows a QR code with the secret, the server and the account', () => {
  const secret = newSecret()
  const { html } = qrCode(uriOf(secret, 'Sightline cameras.example.com', 'ada+lovelace@example.com'), 'The key')
  const read = URI.parse(decodeQR(imageOf(html)))
  expect(read).toMatchObject({ issuer: 'Sightline cameras.example.com', label: 'ada+lovelace@example.com', digits: 6 })
  expect(read.secret.base32).toBe(secret)
})

/** The pixels of an SVG whose path has a square for each dark module, four pixels wide. */
function imageOf(svg: string) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * 4
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [x, y] of darkModules(/ d="([^"]+)"/.exec(svg)?.[1] ?? '')) {
    for (let i = 0; i < 16; i++) {
      const pixel = ((y * 4 + (i >> 2)) * size + x * 4 + (i % 4)) * 4
      data.fill(0, pixel, pixel + 3)
    }
  }
  return { width: size, height: size, data }
}

/** Each module begins with a move, relative to the begin of the one before, or absolute. */
function darkModules(path: string): [number, number][] {
  const moves = [...path.matchAll(/([Mm])\s*(-?\d+)[ ,]?(-?\d+)/g)]
  let [x, y] = [0, 0]
  return moves.map(([, kind, dx, dy]) => {
    ;[x, y] = kind === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)]
    return [x, y]
  })
}
