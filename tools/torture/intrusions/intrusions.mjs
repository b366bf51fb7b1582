/**
 * `npm run torture:intrusions`: calls every endpoint without a key, with invented keys and with those of lower roles, with names that
 * lead out of folders, addresses that lead inside, and forged headers, until the time is up. Fails when a call gets what its role may
 * not have, when a reply holds the planted secret, or when the platform ends or has a fault.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPlatform } from '../start-platform.mjs'
import { attempt, claims, inventedKey } from './attempts.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    heap: { type: 'string', default: '512' },
    only: { type: 'string', default: '' },
  },
})
const until = Date.now() + Number(values.minutes) * 60_000
const ROLES = ['viewer', 'member', 'admin', 'owner']
const MARK = 'planted-secret-7f3a'

const folder = mkdtempSync(join(tmpdir(), 'sightline-secret-'))
const secret = join(folder, 'secret.txt')
writeFileSync(secret, MARK)
const platform = await startPlatform({ heap: values.heap })
const { port } = new URL(platform.baseUrl)

/** @import { OpenApi } from '../floods/floods.mjs' */
/** @typedef {{ method: string, path: string, role: string | null, takesJson: boolean }} Endpoint */

/**
 * Not `fetch`, which repairs paths and refuses headers.
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {string} [body]
 * @returns {Promise<{ status: number | string, text: string }>}
 */
function send(method, path, headers, body) {
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers, timeout: 30_000 }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part) => {
        text += part
        // A stream of events has no end.
        if (text.length > 1e6 || /event-stream/.test(reply.headers['content-type'] ?? '')) reply.destroy()
      })
      reply.on('close', () => resolve({ status: reply.statusCode ?? 'no status', text }))
    })
    call.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      resolve({ status: error.code ?? 'error', text: '' })
    })
    call.on('timeout', () => call.destroy())
    call.end(body)
  })
}

async function endpoints() {
  const { text } = await send('GET', '/openapi.json', {})
  return Object.entries(JSON.parse(`${text}`).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description = '', requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      role: /Least role: (\w+)/.exec(description)?.[1] ?? null,
      takesJson: Boolean(requestBody?.content['application/json']),
    })),
  )
}

/** @param {string} role */
async function keyOf(role) {
  const headers = { 'x-api-key': platform.apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: `A ${role}`, role })
  const { status, text } = await send('POST', '/api/v1/api-keys/', headers, body)
  const made = typeof status === 'number' && status < 300 ? JSON.parse(text) : {}
  return made.api_key ?? null
}

const fieldNames = [
  'name',
  'dataset',
  'gcs_uri',
  'store_path',
  'url',
  'directory_path',
  'filename',
  'graph',
  'ids',
  'id',
]
const hostileBody = () =>
  JSON.stringify(
    Object.fromEntries(fieldNames.filter(() => Math.random() < 0.5).map((name) => [name, attempt(secret, port)])),
  )

/** @param {Endpoint} endpoint */
const pathOf = ({ path }) =>
  encodeURI(path.replace(/\{\w+\}/g, () => attempt(secret, port)).toWellFormed()).replace(/%25/g, '%')

let [calls, faults] = [0, 0]
/** @param {string} said */
function fault(said) {
  faults++
  console.error(said)
}

/**
 * @param {Endpoint} endpoint
 * @param {string} who
 * @param {string | null} key
 */
async function tryOne(endpoint, who, key) {
  const path = pathOf(endpoint)
  /** @type {Record<string, string>} */
  const headers = { ...claims(), ...(key && { 'x-api-key': key }) }
  const body = endpoint.takesJson ? hostileBody() : undefined
  if (body !== undefined) headers['content-type'] ??= 'application/json'
  const { status, text } = await send(endpoint.method, path, headers, body)
  calls++
  const called = `${endpoint.method} ${path.slice(0, 200)} ${who}: ${status}`
  const isDone = typeof status === 'number' && status < 300
  const isAllowed = endpoint.role === null || (key !== null && ROLES.indexOf(who) >= ROLES.indexOf(endpoint.role))
  if (isDone && !isAllowed) fault(`${called}, although it needs the role ${endpoint.role}`)
  if (text.includes(MARK)) fault(`${called}, and its reply holds the secret`)
  if (typeof status === 'number' && status >= 500 && status !== 503 && status !== 501)
    fault(`${called}: ${text.slice(0, 300)}`)
}

try {
  const all = (await endpoints()).filter(({ path }) => path.includes(values.only))
  /** @type {Record<string, () => string | null>} */
  const keys = { anybody: () => null, 'an invented key': inventedKey }
  for (const role of ['viewer', 'member']) {
    const key = await keyOf(role)
    if (key === null) throw new Error(`No key of a ${role} could be made.`)
    keys[role] = () => key
  }
  let rounds = 0
  while (rounds === 0 || (Date.now() < until && faults === 0)) {
    for (const endpoint of all) {
      for (const [who, key] of Object.entries(keys)) await tryOne(endpoint, who, key())
      if (platform.hasEnded()) throw new Error('The platform ended.')
    }
    rounds++
  }
  const { status } = await send('GET', '/api/v1/developer/workflows/', { 'x-api-key': platform.apiKey })
  if (status !== 200) fault(`An ordinary call with a valid key is answered ${status} afterwards.`)
} catch (error) {
  fault(`${error instanceof Error ? error.message : error}\n${platform.printed().slice(-2000)}`)
} finally {
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${calls} calls, ${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1
