import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deviceMemory } from '../../../../src/engine/host/devices/device-choice.ts'
import { cpuDevice } from '../../../../src/engine/inference/devices/cpu-device.ts'
import { modelFixture } from '../../support/bundles.ts'
import { engine } from '../../support/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-checks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const model = { path: modelFixture('colours-v8'), name: 'Colours', sha256: 'ab'.repeat(32) }

test('a measurement is kept for the choice of auto only where a file is named', async () => {
  const file = join(folder, 'device-checks.json')
  await engine().checkDevice(model, 'cpu')
  expect(existsSync(file)).toBe(false)
  const measured = await engine().checkDevice(model, 'cpu', file)
  expect(measured).toMatchObject({ ok: true, value: { agrees: true } })
  expect(await deviceMemory(file).check(model, cpuDevice())).toEqual(measured.ok && measured.value)
})
