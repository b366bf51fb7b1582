/** Runs of a cluster on this machine by one and more workers, and the processor time that they take. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/client/client.ts'
import { isTerminal } from '../../src/shared/domain/run.ts'
import { startCluster } from '../../tools/cluster/processes.mjs'
import { startPostgres } from '../../tools/test/postgres-server.mjs'

const TEMPLATE = 'resources/templates/count-at-a-line.sightline.json'
/** Fewer frames, for a run of a few seconds. */
const SAMPLE_FPS = 8
const POLL_MS = 50
/** `_SC_CLK_TCK` of Linux. */
const TICKS_PER_SECOND = 100

export interface RealRun {
  /** From the first call to the last end. */
  seconds: number
  /** The processor time of the workers and their engines. */
  cpuSeconds: number
}

/** Executes so many runs by so many workers of one core each, all queued at the begin; more workers than cores share them. */
export async function executeRuns(workers: number, runs: number): Promise<RealRun> {
  const postgres = await startPostgres({ isDurable: true })
  const cluster = await startCluster({ database: postgres.url })
  try {
    const client = createClient({ baseUrl: cluster.baseUrl, apiKey: cluster.apiKey })
    const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
    for (const { type, config } of graph.nodes) if (type === 'source') config.sample_fps = SAMPLE_FPS
    const cores = availableParallelism()
    const started = await Promise.all(
      Array.from({ length: workers }, (_, i) => cluster.addWorker(['--part-seconds', '0'], i % cores)),
    )
    let count = 0
    async function execute(number: number): Promise<void> {
      const ids: string[] = []
      for (let i = 0; i < number; i++) {
        // No run uses the detections of another one.
        for (const { type, config } of graph.nodes)
          if (type === 'model') config.confidence_threshold = 0.2 + count / 1e4
        const body = { name: `Scale ${count++}`, graph }
        const workflow = (await client.workflows.create({ body })).id
        ids.push((await client.workflows.run({ params: { workflow } })).run_id)
      }
      for (const run_id of ids) {
        while (!isTerminal((await client.workflowRuns.get({ params: { run_id } })).status)) await sleep(POLL_MS)
      }
    }
    // The first run of each worker fetches the video and measures devices.
    await execute(workers)
    const [since, before] = [performance.now(), cpuOf(started)]
    await execute(runs)
    return { seconds: (performance.now() - since) / 1000, cpuSeconds: cpuOf(started) - before }
  } finally {
    await cluster.close()
    await postgres.stop()
  }
}

/** The processor time of the processes, and of their children that have ended, in seconds. */
const cpuOf = (processes: readonly ChildProcess[]): number =>
  processes.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    // utime, stime, cutime and cstime: fields 14 to 17 of proc(5).
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + field, 0) / TICKS_PER_SECOND
  }, 0)
