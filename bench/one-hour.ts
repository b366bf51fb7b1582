/**
 * `node out/bench/one-hour.js [hours] [times]`: repeats the measuring of an hour of tracks in engine processes as
 * shipped; with `inside` as the third argument in this process, for `node --cpu-prof`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../src/engine/host/engine-host.ts'
import { runJob } from '../src/engine/runtime/run-job.ts'
import type { RunJob } from '../src/shared/engine-contract/job.ts'
import { inRoot } from './child.ts'
import { tracksOf } from './one-hour-of-tracks.ts'

const [hours = 1, times = 5] = process.argv.slice(2, 4).map(Number)
const isInside = process.argv[4] === 'inside'
const folder = mkdtempSync(join(tmpdir(), 'sightline-hour-'))
const job = await tracksOf(hours, folder)
const engine = createEngine({ entry: inRoot('out/node/engine.js') })
const { signal } = new AbortController()
const silent = () => undefined
const run = (one: RunJob) =>
  isInside
    ? runJob(one, { onReport: silent, onCommit: silent, onActivity: silent, signal })
    : engine.start(one, silent).done
const walls: number[] = []
for (let i = 0; i < times; i++) {
  const outDir = join(folder, `out-${i}`)
  const startedAt = performance.now()
  const outcome = await run({ ...job, outDir })
  walls.push((performance.now() - startedAt) / 1000)
  if (outcome.status !== 'completed') throw new Error(`the run ended with ${outcome.status}: ${outcome.error?.message}`)
  const [line] = outcome.counts.lines
  if (i === 0) console.log(`${outcome.progress.frames_done} frames, ${line?.a_to_b} and ${line?.b_to_a} crossings`)
}
console.log(
  `seconds from start to end: ${walls.map((s) => s.toFixed(2)).join(', ')}; at best ${Math.min(...walls).toFixed(2)}`,
)
rmSync(folder, { recursive: true, force: true })
