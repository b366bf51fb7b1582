/** The library that runs models collects usage data unless it is switched off. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { modelFixture } from '../engine/support/bundles.ts'
import { engine as createEngine } from '../engine/support/run.ts'
import { testFolder } from '../engine/support/test-folder.ts'

const folder = testFolder()
afterAll(() => void vi.unstubAllEnvs())

test('the engine keeps no identifier of the device and no usage data, also where the environment allows both', async () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  for (const name of ['HOME', 'USERPROFILE', 'TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, home)
  vi.stubEnv('ORT_DISABLE_TELEMETRY', '')
  const engine = createEngine()
  try {
    expect(await engine.inspectModel(modelFixture('colours-v8'))).toMatchObject({ ok: true })
  } finally {
    engine.close()
  }
  expect(readdirSync(home)).toEqual([])
})
