/**
 * `npm run torture:busy -- --processes 30`: runs of the demo and extractions of its frames, beside so many processes that use all of the
 * processor. Fails when one of them ends otherwise than by its own work, or is executed twice.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../build/ensure-built.mjs'
import { root } from '../crashes/processes.mjs'
import { developerApi } from '../developer-api.mjs'
import { startPlatform } from '../start-platform.mjs'

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '30' },
    runs: { type: 'string', default: '3' },
    /** Frames of a second of the demo that a run processes. */
    fps: { type: 'string', default: '5' },
  },
})
const CLIP = 'sightline://demo/street-crossing.mp4'
const TEMPLATE = join(root, 'resources/templates/count-at-a-line.sightline.json')

await ensureBuilt(['node'])
const platform = await startPlatform({ heap: 512 })
const busy = Array.from({ length: Number(values.processes) }, () =>
  spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
)

const call = developerApi(platform.baseUrl, platform.apiKey)

/**
 * The job once it has ended.
 * @param {string} id
 */
async function ended(id) {
  for (;;) {
    const job = await call('GET', `/jobs/${id}`)
    if (job.state !== 'queued' && job.state !== 'running') return job
    await sleep(1000)
  }
}

const since = performance.now()
let faults = 0
try {
  const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
  for (const node of graph.nodes) {
    if (node.type === 'source') node.config = { kind: 'video', gcs_uri: CLIP, sample_fps: Number(values.fps) }
  }
  const { id: workflow } = await call('POST', '/workflows/', { name: 'Busy', graph })
  await call('POST', '/datasets/', { name: 'Busy' })
  for (let n = 1; n <= Number(values.runs); n++) {
    const { run_id } = await call('POST', `/workflows/${workflow}/run`)
    const { job_id } = await call('POST', '/video/extract-frames', {
      dataset_name: 'Busy',
      store_path: CLIP,
      directory_name: `clip-${n}`,
      parent_directory_path: '/',
      sample_fps: 1,
    })
    for (const job of await Promise.all([ended(run_id), ended(job_id)])) {
      const isRight = job.state === 'done' && job.attempts === 1
      if (!isRight) faults++
      const seconds = ((performance.now() - since) / 1000).toFixed(0)
      console.log(`${isRight ? '✓' : '✗'} ${job.kind} ${n}: ${job.state}, attempt ${job.attempts}, after ${seconds} s`)
    }
  }
} finally {
  for (const child of busy) child.kill('SIGKILL')
  await platform.close()
}
console.log(`${values.runs} runs and extractions beside ${values.processes} busy processes, ${faults} faults`)
process.exit(faults > 0 ? 1 : 0)
