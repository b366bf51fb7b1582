/** Work of the app, which its user closes, its system ends, or a crash or a loss of power takes away. */
import { beforeAll, describe, it } from 'vitest'
import { TEST_MS } from '../work/jobs/killed-job.ts'
import { appHost } from './app-host.ts'
import { STOPS } from './host.ts'
import { expectBatchContinued, expectEvaluationContinued, expectExecutedLater, expectInterrupted } from './outcomes.ts'
import { stoppedHost } from './stopped-host.ts'
import type { Work } from './work.ts'

const stopped = stoppedHost(async () => appHost())

describe.each(STOPS)('the app, started again after %s,', (how) => {
  let work: Work
  beforeAll(async () => {
    work = await stopped.stopAndStart(how, true)
  }, TEST_MS)

  it('shows the run as interrupted, reports that once, and resumes it with the same bytes', { timeout: TEST_MS }, () =>
    expectInterrupted(stopped.restarted(), work.run),
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
})
