/** A platform that is held up for longer than a lease, as by a machine that is far too busy: here it is stopped. */
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { isTerminal } from '../../../../src/shared/domain/run.ts'
import { eventually } from '../../../setup/eventually.ts'
import { countingGraph, DEMO_URI } from '../../support/graphs.ts'
import { type OwnProcess, ownProcesses } from '../../support/own-process.ts'
import { extractTo, TEST_MS, WHOLE_JOB_MS } from './killed-job.ts'

const { launch, database } = ownProcesses()

let platform: OwnProcess
beforeAll(async () => {
  platform = await launch()
})

const CLIP = { kind: 'video', gcs_uri: DEMO_URI, sample_fps: 5 }
/** How long the leases have been over when the platform continues: with a lease of 8 s, it was stopped for 15 s. */
const OVER_FOR_MS = 7000

it('continues its run and its extraction, and counts no loss', { timeout: TEST_MS }, async () => {
  const { client, child } = platform
  await client.datasets.create({ body: { name: 'Stopped' } })
  const job_id = await extractTo(client, 'Stopped', 'clip', 2)
  const workflow = (await client.workflows.create({ body: { name: 'Stopped', graph: countingGraph(CLIP) } })).id
  const { run_id } = await client.workflows.run({ params: { workflow } })
  const run = () => client.workflowRuns.get({ params: { run_id } })
  await eventually(async () => ((await run()).progress.frames_done ?? 0) > 0, WHOLE_JOB_MS)
  const db = await openDatabase(database())
  try {
    const isRunning = async (id: string) => (await client.jobs.get({ params: { job_id: id } })).state === 'running'
    expect(await Promise.all([isRunning(job_id), isRunning(run_id)])).toContain(true)
    const leases = () => db.selectFrom('job_leases').select('until').execute()
    child.kill('SIGSTOP')
    await eventually(async () => {
      const over = (await leases()).map(({ until }) => Date.now() - Date.parse(until))
      return over.length > 0 && over.every((ms) => ms > OVER_FOR_MS)
    })
    child.kill('SIGCONT')
    await eventually(async () => isTerminal((await run()).status), WHOLE_JOB_MS)
    expect(await run()).toMatchObject({ status: 'completed', error: null })
    const extraction = () => client.video.extraction({ params: { job_id } })
    await eventually(async () => (await extraction()).status !== 'processing', WHOLE_JOB_MS)
    expect(await extraction()).toMatchObject({ status: 'complete', error: null })
    await eventually(async () => (await leases()).length === 0)
    const ends = await db.selectFrom('jobs').select(['state', 'token', 'losses']).execute()
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify({ state: 'done', token: 1, losses: 0 })]),
    )
  } finally {
    child.kill('SIGCONT')
    await db.destroy()
  }
})
