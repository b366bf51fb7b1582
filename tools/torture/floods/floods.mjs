/**
 * `npm run flood`: sends many large bodies at once to every endpoint that takes JSON, of a platform with a heap of 512 MB.
 * Fails when the platform ends, drops a connection, or answers with another fault than that it is busy.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, start } from '../crashes/processes.mjs'
import { denseBodies, flood } from './bodies.mjs'

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

const work = mkdtempSync(join(tmpdir(), 'sightline-flood-'))
const options = { dataDir: join(work, 'data'), resourcesDir: join(root, 'resources'), version: '0.0.0' }
const platform = start('platform.js', [JSON.stringify(options)], {
  cwd: work,
  env: { NODE_OPTIONS: `--max-old-space-size=${values.heap}` },
})

async function ready() {
  while (platform.child.exitCode === null) {
    const line = platform.printed.stdout.split('\n').find((text) => text.includes('"type":"ready"'))
    if (line) return JSON.parse(line)
    await new Promise((resolve) => platform.child.stdout.once('data', resolve).once('end', resolve))
  }
  throw new Error(`The platform did not start: ${platform.printed.stderr}`)
}

/** Every call that takes JSON, from the description that the platform gives. */
async function calls(baseUrl) {
  const { paths } = await (await fetch(`${baseUrl}/openapi.json`)).json()
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody?.content['application/json'])
      .map(([method]) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'x') })),
  )
  return [...declared, { method: 'POST', path: '/mcp' }].filter(({ path }) => path.includes(values.only))
}

const isFault = (status) => !/^[24]\d\d$/.test(status) && status !== '503'

let faults = 0
try {
  const { baseUrl, apiKey } = await ready()
  const bodies = SIZES.map(denseBodies)
  const credentials = { 'with a key': { 'x-api-key': apiKey }, 'without one': {} }
  for (const call of await calls(baseUrl)) {
    for (const [who, headers] of Object.entries(credentials)) {
      for (const [i, size] of SIZES.entries()) {
        const counts = await flood(baseUrl, { ...call, headers }, bodies[i], count)
        faults += Object.keys(counts).filter(isFault).length
        console.log(`${call.method} ${call.path} ${who}, ${size / 1024} KiB: ${JSON.stringify(counts)}`)
      }
      if (platform.child.exitCode !== null || platform.child.signalCode !== null) throw new Error('The platform ended.')
    }
  }
  const { status } = await fetch(`${baseUrl}/api/v1/developer/workflows/`, { headers: { 'x-api-key': apiKey } })
  if (status !== 200) throw new Error(`An ordinary call is answered ${status} afterwards.`)
} catch (error) {
  faults++
  console.error(`${error.message}\n${platform.printed.stderr.slice(-2000)}`)
} finally {
  platform.child.kill()
  await platform.ended
  rmSync(work, { recursive: true, force: true })
}
console.log(faults === 0 ? 'Every body was answered.' : `${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1
