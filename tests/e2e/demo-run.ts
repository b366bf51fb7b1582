/** A finished run of the demo for tests: made once per build by the real host, and copied for each test. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { withLock } from '../../tools/build/ensure-built.mjs'
import { newDataDir, removeDataDir, root, startHost } from './host.ts'
import { openMaker, withSource } from './runs-over-bridge.ts'

/** Every second frame of the video: all of them would take twice as long without showing more. */
const DEMO_RUN_FPS = 12.5

export interface DemoRun {
  workflowId: string
  runId: string
}

/** The inputs that determine a demo run. Build entries name their parts by content. */
const MADE_FROM = [
  'out/node/web.js',
  'out/node/platform.js',
  'out/node/engine.js',
  'out/node/inference.js',
  'resources/demo/street-crossing.mp4',
  'resources/models/street-detector.onnx',
  'resources/templates/count-at-a-line.sightline.json',
  'tests/e2e/demo-run.ts',
]

const kept = join(root, '.cache', 'demo-run')
const NOTE = 'made.json'

/** Returns a data folder of the caller's own, with the run as if made there. */
export async function dataDirWithDemoRun(): Promise<DemoRun & { dataDir: string }> {
  const hash = createHash('sha256')
  for (const path of MADE_FROM) hash.update(readFileSync(join(root, path)))
  const folder = join(kept, hash.digest('hex').slice(0, 16))
  // Parallel tests make it once.
  if (!existsSync(folder)) await withLock('demo-run', async () => existsSync(folder) || makeIn(folder))
  const dataDir = newDataDir()
  cpSync(folder, dataDir, { recursive: true })
  return { dataDir, ...(JSON.parse(readFileSync(join(dataDir, NOTE), 'utf8')) as DemoRun) }
}

async function makeIn(folder: string): Promise<void> {
  const host = await startHost(newDataDir())
  const maker = await openMaker(host.url)
  const { id, graph } = await maker.api<Workflow>('workflows.create', {
    body: { name: 'Count at a line', template_key: 'count-at-a-line' },
  })
  const body = { graph: withSource(graph, { sample_fps: DEMO_RUN_FPS }) }
  await maker.api('workflows.update', { params: { workflow: id }, body })
  const run = await maker.run(id)
  maker.close()
  await host.stop()
  if (run.error) throw new Error(run.error.message)
  const made: DemoRun = { workflowId: id, runId: run.id }
  writeFileSync(join(host.dataDir, NOTE), JSON.stringify(made))
  // Runs of other builds are obsolete.
  rmSync(kept, { recursive: true, force: true })
  cpSync(host.dataDir, `${folder}.new`, { recursive: true })
  renameSync(`${folder}.new`, folder)
  removeDataDir(host.dataDir)
}
