/** JSON bodies whose values take far more memory than their text, and calls that send many of them at once. */
import { request } from 'node:http'

/** @typedef {{ method: string, path: string, headers: Readonly<Record<string, string>> }} FloodCall */

/**
 * A member of a list; `i` counts them.
 * @type {Readonly<Record<string, (i: number) => string>>}
 */
const MEMBERS = {
  'empty objects': () => '{}',
  'lists in lists': () => `${'['.repeat(60)}${']'.repeat(60)}`,
  'objects of different names': (i) => `{"${i.toString(36)}":0}`,
  'objects with a number as name': () => '{"99":0}',
  numbers: () => '1',
}

/**
 * A list of `size` bytes for each of the kinds.
 * @param {number} size
 */
export function denseBodies(size) {
  return Object.values(MEMBERS).map((member) => {
    const members = []
    for (let i = 0, left = size - 2; left > 0; i++) {
      const text = member(i)
      if (text.length + 1 > left) break
      members.push(text)
      left -= text.length + 1
    }
    return Buffer.from(`[${members.join(',')}]`.padEnd(size))
  })
}

/**
 * The status of the reply, or the code of the error that ended the connection.
 * @param {string} baseUrl
 * @param {FloodCall} call
 * @param {Buffer} body
 * @returns {Promise<number | string>}
 */
export function send(baseUrl, { method, path, headers }, body) {
  return new Promise((resolve) => {
    const call = request(`${baseUrl}${path}`, {
      method,
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    })
    call.on('response', (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 'no status'))
    })
    call.on('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? String(error)))
    call.end(body)
  })
}

/**
 * Sends `count` bodies at once; returns how often each status came.
 * @param {string} baseUrl
 * @param {FloodCall} call
 * @param {readonly Buffer[]} bodies
 * @param {number} count
 */
export async function flood(baseUrl, call, bodies, count) {
  const calls = Array.from({ length: count }, (_, i) => bodies[i % bodies.length]).flatMap((body) =>
    body ? [send(baseUrl, call, body)] : [],
  )
  /** @type {Record<string, number>} */
  const counts = {}
  for (const status of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
