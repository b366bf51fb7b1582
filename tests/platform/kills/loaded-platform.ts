/** A platform process whose runs end after a moment. It tells its parent where it can be reached, and is killed by it. */
import { startHarness } from '../support/harness.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'

export interface LoadedPlatformOptions {
  dataDir: string
  resourcesDir: string
  /** The address of the database on PostgreSQL; undefined on SQLite. */
  database: string | undefined
  /** Added to the clock, so that the claims of a dead process have ended. */
  aheadMs: number
}

export interface LoadedPlatformStarted {
  baseUrl: string
  key: string
  organizationId: string
}

const { aheadMs, database, ...folders } = JSON.parse(process.argv[2] as string) as LoadedPlatformOptions

const engine = createScriptedEngine()
async function endRuns(): Promise<void> {
  for (let index = 0; ; index++) {
    const run = await engine.run(index)
    run.progress(10)
    setTimeout(() => run.finish({ artifacts: [run.write('counts.csv', 'a\n1\n')] }), Math.random() * 60)
  }
}
void endRuns()

const h = await startHarness({
  ...folders,
  ...(database !== undefined && { database }),
  engine,
  allowPrivateWebhooks: true,
  now: () => new Date(Date.now() + aheadMs),
  log: (level, message, error) => level === 'error' && console.error(message, error),
})
const started = { baseUrl: h.baseUrl, key: h.keys.owner, organizationId: h.platform.organizationId }
process.send?.(started satisfies LoadedPlatformStarted)
