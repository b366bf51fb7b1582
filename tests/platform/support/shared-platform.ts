/**
 * One platform for the files of a worker, each of whose tests has an organization of its own: a start takes a third of a
 * second. It suits tests that neither close the platform nor look at what all organizations share: its files, its traces,
 * the jobs that derive from images, its first organization.
 */
import { rmSync } from 'node:fs'
import type { Platform } from '../../../src/platform/platform.ts'
import { type Harness, harnessOn, keysOf, makeResources, startHarness } from './harness.ts'
import type { ScriptedEngine } from './scripted-engine.ts'

interface Options {
  allowPrivateWebhooks?: boolean
}

interface Shared {
  harness: Harness
  /** The functions and settings of the scripted engine, which a test may replace. */
  usual: ScriptedEngine
}

/** By their options. */
const started = new Map<string, Promise<Shared>>()

async function start(options: Options): Promise<Shared> {
  const resourcesDir = makeResources()
  const harness = await startHarness({ ...options, resourcesDir })
  process.once('exit', () => {
    for (const dir of [harness.dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
  })
  return { harness, usual: { ...harness.engine } }
}

/** Lists of what the engine was asked for; a test sees what came after its start. */
const LISTS = ['runs', 'servers', 'checks', 'derivations'] as const

function since(engine: ScriptedEngine): ScriptedEngine {
  const before = new Map<unknown, number>(LISTS.map((name) => [name, engine[name].length]))
  const own: Partial<ScriptedEngine> = { run: (index) => engine.run((before.get('runs') ?? 0) + index) }
  return new Proxy(engine, {
    get(target, name) {
      const list = before.get(name)
      if (list !== undefined) return (target[name as 'runs'] as unknown[]).slice(list)
      return Reflect.get(name in own ? own : target, name)
    },
  })
}

/** Another organization on the platform of the worker. */
export async function joinPlatform(options: Options = {}): Promise<Harness> {
  const key = JSON.stringify(options)
  if (!started.has(key)) started.set(key, start(options))
  const { harness: shared, usual } = (await started.get(key)) as Shared
  // Runs that an earlier test left at work would keep those of this one waiting.
  for (const run of shared.engine.runs) run.finish()
  Object.assign(shared.engine, { ...usual, ...Object.fromEntries(LISTS.map((name) => [name, shared.engine[name]])) })
  const organizationId = await shared.platform.createOrganization('Its people')
  const platform: Platform = {
    ...shared.platform,
    organizationId,
    createKey: (role, key) => shared.platform.createKey(role, { organizationId, ...key }),
    close: () => Promise.reject(new Error('The platform of the worker stays open.')),
  }
  const engine = since(shared.engine)
  const operatorKey = await platform.createKey('viewer', { name: 'operator', isOperator: true })
  const keys = await keysOf(platform)
  const harness = harnessOn({ ...shared, platform, engine, keys, operatorKey, close: async () => {} })
  const logged = shared.logged.length
  return Object.defineProperty(harness, 'logged', { get: () => shared.logged.slice(logged) })
}
