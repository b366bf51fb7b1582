/**
 * `npm run flood`: sends many large bodies at once to every endpoint that takes JSON, of a platform with a heap of 512 MB.
 * Fails when the platform ends, drops a connection, or answers with another fault than that it is busy.
 */
import { parseArgs } from 'node:util'
import { startPlatform } from '../start-platform.mjs'
import { denseBodies, flood } from './bodies.mjs'

/** @typedef {{ requestBody?: { content: Record<string, unknown> } }} Operation */
/** @typedef {{ paths: Record<string, Record<string, Operation>> }} OpenApi */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '40' },
    heap: { type: 'string', default: '512' },
    only: { type: 'string', default: '' },
  },
})
const count = Number(values.requests)
const MEBIBYTE = 1024 * 1024
/** The longest bodies of calls without a credential, of most calls, and of those with annotations, graphs and lists. */
const SIZES = [16 * 1024, MEBIBYTE / 4, 8 * MEBIBYTE]

const platform = await startPlatform({ heap: values.heap })

/**
 * Every call that takes JSON, from the description that the platform gives.
 * @param {string} baseUrl
 */
async function calls(baseUrl) {
  /** @type {OpenApi} */
  const { paths } = await (await fetch(`${baseUrl}/openapi.json`)).json()
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content['application/json'])
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'x') })),
  )
  return [...declared, { method: 'POST', path: '/mcp' }].filter(({ path }) => path.includes(values.only))
}

/** @param {string} status */
const isFault = (status) => !/^[24]\d\d$/.test(status) && status !== '503'

let faults = 0
try {
  const { baseUrl, apiKey } = platform

  const sizes = SIZES.map((size) => ({ size, bodies: denseBodies(size) }))
  /** @type {Record<string, Record<string, string>>} */
  const credentials = { 'with a key': { 'x-api-key': apiKey }, 'without one': {} }
  for (const call of await calls(baseUrl)) {
    for (const [who, headers] of Object.entries(credentials)) {
      for (const { size, bodies } of sizes) {
        const counts = await flood(baseUrl, { ...call, headers }, bodies, count)
        faults += Object.keys(counts).filter(isFault).length
        console.log(`${call.method} ${call.path} ${who}, ${size / 1024} KiB: ${JSON.stringify(counts)}`)
      }
      if (platform.hasEnded()) throw new Error('The platform ended.')
    }
  }
  const { status } = await fetch(`${baseUrl}/api/v1/developer/workflows/`, { headers: { 'x-api-key': apiKey } })
  if (status !== 200) throw new Error(`An ordinary call is answered ${status} afterwards.`)
} catch (error) {
  faults++
  console.error(error, `\n${platform.printed().slice(-2000)}`)
} finally {
  await platform.close()
}
console.log(faults === 0 ? 'Every body was answered.' : `${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1
