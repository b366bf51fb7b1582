/** Values that reach for what a caller may not have, drawn at random for each call. */
import { randomBytes, randomUUID } from 'node:crypto'

/**
 * @template T
 * @param {readonly T[]} list not empty
 */
const draw = (list) => /** @type {T} */ (list[Math.floor(Math.random() * list.length)])

/**
 * Names of a file outside of every folder that is served; `secret` is its path.
 * @param {string} secret
 */
export const traversals = (secret) => [
  `../../../../../../../..${secret}`,
  encodeURIComponent(`../../../../../../../..${secret}`),
  `..%2f..%2f..%2f..%2f..%2f..%2f${secret.slice(1)}`,
  `....//....//....//....//${secret}`,
  `..\\..\\..\\..\\..${secret.replaceAll('/', '\\')}`,
  `%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e${secret}`,
  `..%252f..%252f..%252f..%252f${secret}`,
  `file://${secret}`,
  `a%00${secret}`,
]

const INSIDE = [
  'http://127.0.0.1:PORT/metrics',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost.:PORT/',
  'gopher://127.0.0.1:PORT/_x',
]

const TEXTS = [
  '',
  "' or 1=1 --",
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  'a'.repeat(10_000),
  '%',
  '-1',
  '1e400',
  'NaN',
]

/**
 * A value for a parameter of a path or a field.
 * @param {string} secret
 * @param {string} port
 */
export function attempt(secret, port) {
  const inside = () => draw(INSIDE).replace('PORT', port)
  return draw([() => draw(traversals(secret)), inside, () => draw(TEXTS), () => randomUUID()])()
}

/**
 * Headers that claim another host, another origin, another address or another person.
 * @returns {Record<string, string>}
 */
export function claims() {
  /** @type {Record<string, string>[]} */
  const kinds = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    {
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'evil.example',
      forwarded: 'for=127.0.0.1;host=evil.example',
    },
    { cookie: `sightline-session=${randomBytes(32).toString('hex')}` },
    { authorization: `Bearer ${randomBytes(32).toString('hex')}` },
    { 'x-http-method-override': 'DELETE' },
    { 'content-type': draw(['text/plain', 'application/xml', 'multipart/form-data; boundary=a', 'application/json']) },
  ]
  return draw(kinds)
}

export const inventedKey = () => `pk_live_${randomBytes(24).toString('base64url')}`
