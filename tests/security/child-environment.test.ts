/** Secrets in the environment of a server stay out of the processes that open files of others. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { createEngine } from '../../src/engine/host/engine-host.ts'
import { createVectorChild } from '../../src/platform/datasets/vectors/vector-index.ts'
import { createArchiveReader } from '../../src/platform/exchange/imports/reader/archive-reader.ts'
import { childEnvironment } from '../../src/shared/domain/child-environment.ts'
import { bundle } from '../engine/support/bundles.ts'
import { processesOf } from '../engine/support/processes.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { zipOf } from '../platform/exchange/imports/support.ts'
import { eventually } from '../setup/eventually.ts'

const SECRETS = {
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI',
  SIGHTLINE_MASTER_KEY: 'a'.repeat(64),
  SIGHTLINE_DATABASE: 'postgres://sightline:hunter2@db/sightline',
  PGPASSWORD: 'hunter2',
  HTTPS_PROXY: 'http://user:hunter2@proxy:3128',
  NODE_AUTH_TOKEN: 'npm_secret',
}
const ends: (() => unknown)[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const end of ends.splice(0)) await end()
})

const ENTRIES = ['archives.js', 'engine.js', 'vectors.js']

it.runIf(process.platform === 'linux')(
  'an engine, a search index and a reader of archives get no secrets',
  async () => {
    for (const [name, value] of Object.entries(SECRETS)) vi.stubEnv(name, value)
    vi.stubEnv('CUDA_VISIBLE_DEVICES', '0')
    const folder = testFolder()
    const engine = createEngine({ entry: bundle('engine.js'), ahead: true })
    const vectors = createVectorChild(folder)
    const path = join(folder, 'a.zip')
    writeFileSync(path, await zipOf({ 'a.txt': 'a' }))
    const archive = { path, name: 'a.zip', mostBytesOfFile: 1 }
    const reader = createArchiveReader(archive, new AbortController().signal)
    ends.push(() => engine.close(), vectors.close, reader.close)
    await vectors.request({ type: 'save' }, 'done')
    await reader.extract([{ name: 'a.txt', to: join(folder, 'a.txt') }])
    for (const entry of ENTRIES) {
      await eventually(() => processesOf(process.pid, entry).length > 0)
      const environment = readFileSync(`/proc/${processesOf(process.pid, entry)[0]}/environ`, 'utf8')
      for (const [name, value] of Object.entries(SECRETS)) {
        expect(environment, entry).not.toContain(name)
        expect(environment, entry).not.toContain(value)
      }
      expect(environment, entry).toContain('CUDA_VISIBLE_DEVICES=0')
    }
  },
)

it('a child keeps what the system and its libraries read, in the capitals of the system', () => {
  const kept = {
    Path: 'C:\\Windows',
    SystemRoot: 'C:\\Windows',
    'ProgramFiles(x86)': 'C:\\',
    LC_ALL: 'C',
    VK_ICD_FILENAMES: 'a',
  }
  expect(childEnvironment({ ...kept, ...SECRETS })).toEqual(kept)
})

it('the programs of PostgreSQL get the settings of its connections too', () => {
  expect(childEnvironment(SECRETS, /^PG/)).toEqual({ PGPASSWORD: 'hunter2' })
})
