/** A video of ten minutes by two workers of one core each, against one such worker. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/client/client.ts'
import { isTerminal, type WorkflowRun } from '../../src/shared/domain/run.ts'
import { type Cluster, startCluster } from '../../tools/cluster/processes.mjs'
import { ensurePostgres, startPostgres } from '../../tools/test/postgres-server.mjs'
import { missingFfmpeg } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { longDemo } from '../media.ts'

const SECONDS = 600
const LIMIT = 1 / 1.8
const TEMPLATE = 'resources/templates/count-at-a-line.sightline.json'
const POLL_MS = 200

export const parts: Part = {
  name: 'parts',
  title: `A video of ${SECONDS / 60} minutes by two workers of one core each`,
  missing: async () => ensurePostgres() ?? whyNoTaskset() ?? (await missingFfmpeg()),
  async measure(): Promise<Figure[]> {
    const video = await longDemo(SECONDS)
    const postgres = await startPostgres({ isDurable: true })
    const cluster = await startCluster({ database: postgres.url })
    try {
      const execute = await runner(cluster, video)
      const worker = await cluster.addWorker(['--part-seconds', '0'], 0)
      const one = await execute(0.1)
      // A stopped worker is not counted as one that could take parts.
      await cluster.kill(worker, 'SIGTERM')
      await Promise.all([0, 1].map((core) => cluster.addWorker([], core)))
      const two = await execute(0.1)
      if (tablesOf(one.run) !== tablesOf(two.run))
        throw new Error('The results of two workers differ from those of one.')
      return [
        {
          title: 'Time of two workers, as a multiple of that of one',
          unit: '',
          limit: LIMIT,
          value: two.ms / one.ms,
          detail: `${seconds(one.ms)} by one, ${seconds(two.ms)} by two: ${(one.ms / two.ms).toFixed(2)} times as fast, with the same tables and video`,
        },
      ]
    } finally {
      await cluster.close()
      await postgres.stop()
    }
  },
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function whyNoTaskset(): string | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'taskset is missing, which is part of util-linux'
  }
}

const tablesOf = ({ artifacts }: WorkflowRun): string =>
  JSON.stringify(
    artifacts
      .filter(({ kind }) => kind === 'csv' || kind === 'annotated_video')
      .map(({ name, sha256 }) => [name, sha256])
      .sort(),
  )

/** Returns a function that executes the demo workflow on a video with the model's threshold. */
async function runner({ baseUrl, apiKey }: Cluster, path: string) {
  const client = createClient({ baseUrl, apiKey })
  const { graph } = JSON.parse(readFileSync(TEMPLATE, 'utf8'))
  const contentType = 'video/mp4'
  const target = await client.workflows.uploadUrl({ body: { filename: 'street.mp4', content_type: contentType } })
  await client.upload(target, { path }, { contentType })
  for (const { type, config } of graph.nodes) if (type === 'source') config.gcs_uri = target.gcs_uri
  return async (threshold: number): Promise<{ ms: number; run: WorkflowRun }> => {
    for (const { type, config } of graph.nodes) if (type === 'model') config.confidence_threshold = threshold
    const workflow = (await client.workflows.create({ body: { name: `Street ${performance.now()}`, graph } })).id
    const since = performance.now()
    const { run_id } = await client.workflows.run({ params: { workflow } })
    for (;;) {
      const run = await client.workflowRuns.get({ params: { run_id } })
      if (run.status === 'completed') return { ms: performance.now() - since, run }
      if (isTerminal(run.status)) throw new Error(run.error?.message ?? run.status)
      await sleep(POLL_MS)
    }
  }
}
