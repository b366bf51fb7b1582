/** A run by a worker, with its files in a bucket, against the same run by a server that needs neither. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/client/client.ts'
import { isTerminal } from '../../src/shared/domain/run.ts'
import { startCluster } from '../../tools/cluster/processes.mjs'
import { ensurePostgres, startPostgres } from '../../tools/test/postgres-server.mjs'
import type { Figure, Part } from '../figure.ts'

const ROUNDS = 3
const LIMIT = 1.1
const TEMPLATE = 'resources/templates/count-at-a-line.sightline.json'
const POLL_MS = 50

type Runner = () => Promise<number>

export const cluster: Part = {
  name: 'cluster',
  title: 'The demo workflow on a cluster of one machine',
  missing: async () => ensurePostgres(),
  async measure(): Promise<Figure[]> {
    const served = await serve()
    const postgres = await startPostgres({ isDurable: true })
    const started = await startCluster({ database: postgres.url })
    try {
      await started.addWorker()
      const [here, there] = [await runner(served.baseUrl, served.apiKey), await runner(started.baseUrl, started.apiKey)]
      // The first run of each measures its devices.
      await here()
      await there()
      const took = { here: [] as number[], there: [] as number[] }
      for (let round = 0; round < ROUNDS; round++) {
        took.here.push(await here())
        took.there.push(await there())
      }
      const [embedded, distributed] = [median(took.here), median(took.there)]
      return [
        {
          title: 'A run by a worker, as a multiple of one by the server',
          unit: '',
          limit: LIMIT,
          value: distributed / embedded,
          detail: `${(embedded / 1000).toFixed(1)} s on the server, ${(distributed / 1000).toFixed(1)} s on the worker, from the call to the end`,
        },
      ]
    } finally {
      await started.close()
      await postgres.stop()
      await served.stop()
    }
  },
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number

/** Each call executes the workflow once, and returns its time in milliseconds. */
async function runner(baseUrl: string, apiKey: string): Promise<Runner> {
  const client = createClient({ baseUrl, apiKey })
  const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
  return async () => {
    const workflow = (
      await client.workflows.create({ body: { name: `Demo ${performance.now()}`, graph: changed(graph) } })
    ).id
    const since = performance.now()
    const { run_id } = await client.workflows.run({ params: { workflow } })
    for (;;) {
      const run = await client.workflowRuns.get({ params: { run_id } })
      if (run.status === 'completed') return performance.now() - since
      if (isTerminal(run.status)) throw new Error(run.error?.message ?? run.status)
      await sleep(POLL_MS)
    }
  }
}

let changes = 0
/** A lower threshold, for which no earlier detections can be used. */
function changed<G extends { nodes: { type: string; config: object }[] }>(graph: G): G {
  const copy = structuredClone(graph)
  changes++
  for (const node of copy.nodes) {
    if (node.type === 'model') Object.assign(node.config, { confidence_threshold: 0.1 - changes / 1e5 })
  }
  return copy
}

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const args = [join('out', 'node', 'cli.js'), 'serve', '--port', '0', '--data', folder]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (part) => {
      output += part
      if (/Owner key, .* in \S+\n/.test(output)) resolve()
    })
    child.once('exit', () => reject(new Error(output)))
  })
  return {
    baseUrl: /serves (\S+)/.exec(output)?.[1] as string,
    apiKey: readFileSync(join(folder, 'first-owner-key'), 'utf8').trim(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
