/**
 * A platform process that kills itself: it starts a run, ends it, and dies before or after the given statement that
 * follows. Before, it ends the runs that were interrupted in its predecessors. It tells its parent the run’s id, and where it can be
 * reached.
 */
import { DefaultQueryExecutor } from 'kysely'
import { countingGraph } from '../../support/graphs.ts'
import { startHarness } from '../../support/harness.ts'

export interface KilledPlatformOptions {
  dataDir: string
  resourcesDir: string
  receiverUrl: string
  /**
   * Where the process kills itself: 2n - 1 is before the nth statement that follows the end of the run, 2n is after it.
   * 0: no run, and no death.
   */
  point: number
  /** Added to the clock, so that the claims of a dead process have ended. */
  aheadMs: number
}

export interface KilledPlatformStarted {
  run: string | null
  baseUrl: string
  key: string
}

const { dataDir, resourcesDir, receiverUrl, point, aheadMs } = JSON.parse(
  process.argv[2] as string,
) as KilledPlatformOptions
let statements = Number.NEGATIVE_INFINITY
const dieAt = (at: number) => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}
const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
  executeQuery(...given: unknown[]): Promise<unknown>
}
const { executeQuery } = executor
executor.executeQuery = async function (...given) {
  const number = ++statements
  dieAt(2 * number - 1)
  const result = await executeQuery.apply(this, given)
  dieAt(2 * number)
  return result
}

const now = () => new Date(Date.now() + aheadMs)
const h = await startHarness({ dataDir, resourcesDir, allowPrivateWebhooks: true, now })
const { body: endpoints } = await h.api<unknown[]>('GET', '/webhooks/endpoints')
if (endpoints.length === 0) {
  await h.api('POST', '/webhooks/endpoints', { body: { url: receiverUrl } })
  await h.createWorkflow('Street', countingGraph())
}
const run = point === 0 ? null : await h.startRun('Street')
process.send?.({ run, baseUrl: h.baseUrl, key: h.keys.owner } satisfies KilledPlatformStarted)
for (let index = 0; ; index++) {
  const scripted = await h.engine.run(index)
  const isOwn = scripted.job.runId === run
  if (isOwn) statements = 0
  scripted.finish({ artifacts: [scripted.write('counts.csv', 'a\n1\n')] })
  if (isOwn) break
}
