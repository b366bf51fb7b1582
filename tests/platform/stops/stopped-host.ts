/** A host with its work, for the tests of a file: starts, does all of the work once undisturbed, and ends with the file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { eventually } from '../../setup/eventually.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { allJobsEnded, TEST_MS } from '../work/jobs/killed-job.ts'
import type { Host, Stop } from './host.ts'
import {
  expectBatchContinued,
  expectEvaluationContinued,
  expectExecutedLater,
  expectParked,
  expectRequeued,
  type Restarted,
} from './outcomes.ts'
import { beginWork, prepareWork, startLongRun, type Undisturbed, type Work } from './work.ts'

/** A busy machine takes minutes for all of the work, once undisturbed. */
const PREPARED_MS = 2 * TEST_MS
/** The queue gives work up that was lost so often (`LOSSES_UNTIL_PARKED`). */
const LOSSES = 3

export interface StoppedHost {
  readonly host: Host
  restarted(): Restarted
  /** Stops the host in the middle of its work, and starts it again. `isResumed`: a run with a checkpoint. */
  stopAndStart(how: Stop, isResumed: boolean): Promise<Work>
}

/** `open` is called before the tests of the file, and `prepared` when all that the work needs is there. */
export function stoppedHost(open: () => Promise<Host>, prepared = async () => {}): StoppedHost {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-stops-video-'))
  let host: Host
  let receiver: Receiver
  let undisturbed: Undisturbed
  beforeAll(async () => {
    receiver = await startReceiver()
    host = await open()
    await host.start()
    await host.client.webhooks.create({ body: { url: receiver.url } })
    undisturbed = await prepareWork(host.client, folder)
    await prepared()
  }, PREPARED_MS)
  afterAll(async () => {
    await host?.remove()
    await receiver?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get host() {
      return host
    },
    restarted: () => ({ client: host.client, receiver, undisturbed }),
    async stopAndStart(how, isResumed) {
      const work = await beginWork(host, undisturbed, isResumed).catch((error) => {
        // The next stop of the file needs engines that work.
        host.release(host.engines())
        throw error
      })
      await host.stop(how)
      await host.start()
      return work
    },
  }
}

/** The cells of a server or a worker for a stop. `isResumed`: runs continue at their checkpoint. */
export function itContinues(stopped: StoppedHost, how: Stop, isResumed: boolean): void {
  let work: Work
  beforeAll(async () => {
    work = await stopped.stopAndStart(how, isResumed)
  }, TEST_MS)

  it('executes the run again under its id, with the same bytes and one event', { timeout: TEST_MS }, () =>
    expectRequeued(stopped.restarted(), work.run, isResumed),
  )
  it('keeps the waiting run in the queue, and executes it once', { timeout: TEST_MS }, () =>
    expectExecutedLater(stopped.restarted(), work.waiting),
  )
  it('continues the batch of auto-annotation', { timeout: TEST_MS }, () =>
    expectBatchContinued(stopped.restarted(), work.batch),
  )
  it('continues the evaluation', { timeout: TEST_MS }, () =>
    expectEvaluationContinued(stopped.restarted(), work.evaluation),
  )
}

/** A run that its host does not survive three times. */
export function itGivesUp(stopped: StoppedHost): void {
  it('gives up a run that was lost three times, with one event', { timeout: TEST_MS }, async () => {
    const { host } = stopped
    await allJobsEnded(host.client)
    const run = await startLongRun(host.client, stopped.restarted().undisturbed.squares)
    for (let attempt = 1; attempt <= LOSSES; attempt++) {
      await eventually(async () => {
        const { state, attempts } = await host.client.jobs.get({ params: { job_id: run } })
        return state === 'running' && attempts === attempt && host.engines().length > 0
      })
      host.hold(host.engines())
      await host.stop('kill -9')
      await host.start()
    }
    await expectParked(stopped.restarted(), run)
  })
}
