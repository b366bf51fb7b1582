/**
 * `npm run torture:archives`: imports archives that are expensive to read into a platform with a heap of 512 MB, while another
 * client makes ordinary calls. Fails when the platform ends, when an import does not end, or when a call waits too long.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { developerApi } from '../developer-api.mjs'
import { startPlatform } from '../start-platform.mjs'
import { HOSTILE, zipOf } from './hostile.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    heap: { type: 'string', default: '512' },
    'most-ms': { type: 'string', default: '3000' },
    only: { type: 'string', default: '' },
  },
})
const until = Date.now() + Number(values.minutes) * 60_000
const mostMs = Number(values['most-ms'])
const platform = await startPlatform({ heap: values.heap })
const call = developerApi(platform.baseUrl, platform.apiKey)

/**
 * Waits of another client's calls, in milliseconds.
 * @type {number[]}
 */
let waits = []
let isOver = false
async function watch() {
  while (!isOver) {
    const since = performance.now()
    await call('GET', '/datasets/')
    waits.push(performance.now() - since)
    await sleep(50)
  }
}

/**
 * @param {string} dataset
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function importOf(dataset, bytes) {
  const { upload_url, gcs_uri } = await call('POST', '/imports/upload-url', {
    filename: 'hostile.zip',
    content_type: 'application/zip',
  })
  await fetch(upload_url, { method: 'PUT', headers: { 'content-type': 'application/zip' }, body: bytes })
  let made = await call('POST', '/imports', { dataset, gcs_uri })
  while (made.status === 'planning') {
    await sleep(100)
    made = await call('GET', `/imports/${made.id}`)
  }
  return made
}

let [rounds, faults] = [0, 0]
const watching = watch().catch((error) => {
  faults++
  console.error(error.message)
})
try {
  const { name } = await call('POST', '/datasets/', { name: 'Hostile' })
  const kinds = Object.entries(HOSTILE).filter(([kind]) => kind.includes(values.only))
  while (rounds === 0 || (Date.now() < until && faults === 0)) {
    for (const [kind, contents] of kinds) {
      const bytes = await zipOf(contents())
      waits = []
      const since = Date.now()
      const { status, error_message, plan } = await importOf(name, bytes)
      const longest = Math.round(Math.max(0, ...waits))
      if (longest > mostMs) faults++
      const said = error_message ?? `${plan.images.total} images, ${plan.annotations.total} annotations`
      const seconds = ((Date.now() - since) / 1000).toFixed(1)
      console.log(`${kind}, ${bytes.length} bytes: ${status} after ${seconds} s, longest wait ${longest} ms. ${said}`)
    }
    rounds++
  }
} catch (error) {
  faults++
  console.error(error, `\n${platform.printed().slice(-2000)}`)
} finally {
  isOver = true
  await watching
  await platform.close()
}
console.log(`${rounds} rounds, ${faults} faults.`)
process.exitCode = faults === 0 ? 0 : 1
