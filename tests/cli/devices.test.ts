import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { summaryOf } from '../../src/cli/summary.ts'
import { Device } from '../../src/shared/domain/device.ts'
import { WorkflowRun } from '../../src/shared/domain/run.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import { wire } from '../engine/support/run.ts'
import { NO_SOFTWARE_VULKAN, NO_VULKAN, SOFTWARE_VULKAN } from '../engine/support/software-vulkan.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const SIGHTLINE_DATA = join(folder, 'data')
const command = (args: string[], env: NodeJS.ProcessEnv) => warmSightline(args, folder, { ...env, SIGHTLINE_DATA })

beforeAll(async () => {
  copyFileSync(modelFixture('colours-v8'), join(folder, 'colours.onnx'))
  await writeVideo(join(folder, 'walk.mp4'), 4, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }])
  const graph = {
    version: 1,
    nodes: [
      { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: 'walk.mp4' } },
      { id: 'find', type: 'model', config: { model_id: 'colours.onnx' } },
      { id: 'lines', type: 'sink', config: { kind: 'json' } },
    ],
    edges: ['source>find', 'find>lines'].map(wire),
  }
  writeFileSync(join(folder, 'walk.json'), JSON.stringify(graph))
})

describe('sightline devices', () => {
  test('prints an array of devices as JSON, the CPU first', async () => {
    const { code, stdout } = await sightline(['devices', '--json'], folder, { ...NO_VULKAN, SIGHTLINE_DATA })
    expect(code).toBe(0)
    const devices = JSON.parse(stdout)
    expect([...Value.Errors(Type.Array(Device), devices)]).toEqual([])
    expect(devices[0]).toMatchObject({ id: 'cpu', available: true })
    expect(devices.map(({ id }: Device) => id)).toContain('webgpu')
  })

  test('prints a line for each device, with the reason when it is not available', async () => {
    const { code, stdout } = await command(['devices'], NO_VULKAN)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^cpu +\S/m)
    expect(stdout).toMatch(/^webgpu +.*\(not available: .+\)$/m)
  })
})

describe.each([
  ['run', ['run', 'walk.json', '--out', 'refused']],
  ['models inspect', ['models', 'inspect', 'colours.onnx', '--speed']],
  ['serve', ['serve', '--port', '0']],
])('sightline %s', (_, args) => {
  test('refuses an unknown device with the list, and starts nothing', async () => {
    const { code, stdout, stderr } = await sightline([...args, '--device', 'gpu9'], folder, {
      ...NO_VULKAN,
      SIGHTLINE_DATA,
    })
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^sightline: There is no device “gpu9”\. Use auto, cpu, webgpu.*\.\n$/)
    expect(existsSync(join(folder, 'refused'))).toBe(false)
  })
})

describe('sightline run', () => {
  test('runs on the CPU without a word about it where there is no GPU', async () => {
    const { code, stdout, stderr } = await command(['run', 'walk.json', '--out', 'auto'], NO_VULKAN)
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('warning')])
    expect(stdout).not.toMatch(/ran on/)
  })

  test('says that a device failed, and completes', async () => {
    const args = ['run', 'walk.json', '--out', 'fallen', '--device', 'webgpu', '--no-cache']
    const { code, stdout, stderr } = await command(args, NO_VULKAN)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Block find ran on the CPU \(.+\), because its device failed; see the log\.$/m)
    expect(stderr).toMatch(/^warning: WebGPU failed with “colours\.onnx”/m)
  })

  test.skipIf(NO_SOFTWARE_VULKAN)(
    `names the software GPU in summary and record${NO_SOFTWARE_VULKAN ? ` (${NO_SOFTWARE_VULKAN})` : ''}`,
    async () => {
      const args = ['run', 'walk.json', '--device', 'webgpu', '--no-cache', '--out', 'gpu', '--json']
      const { code, stdout } = await command(args, SOFTWARE_VULKAN)
      expect(code).toBe(0)
      const record: WorkflowRun = JSON.parse(stdout)
      expect([...Value.Errors(WorkflowRun, record)]).toEqual([])
      expect(record.nodes.find?.device).toMatchObject({ id: 'webgpu', kind: 'webgpu' })
      expect(summaryOf(record, 'gpu')).toMatch(/^Block find ran on .*(SwiftShader|llvmpipe).* \(webgpu\)\.$/m)
      expect(readFileSync(join(folder, 'gpu', 'run.log'), 'utf8')).toMatch(
        /“colours\.onnx” runs on .*SwiftShader|llvmpipe/,
      )
    },
  )
})
