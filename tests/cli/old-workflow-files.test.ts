import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../src/shared/domain/version.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { warmSightline } from './cli.ts'

const folder = testFolder()
const fixtures = fileURLToPath(new URL('../fixtures/workflow-files/', import.meta.url))
const runnable = readdirSync(fixtures).filter((name) => name.endsWith('-run.sightline.json'))

beforeAll(async () => {
  copyFileSync(modelFixture('colours-v8'), join(folder, 'colours.onnx'))
  await writeVideo(join(folder, 'walk.mp4'), 20, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }])
})

describe('a workflow file of an earlier version', () => {
  test.each(runnable)('%s is valid and counts as before', async (name) => {
    copyFileSync(join(fixtures, name), join(folder, name))
    const checked = await warmSightline(['validate', name], folder)
    expect(checked.stdout).toContain('No problems found.')
    const { code, stdout } = await warmSightline(['run', name, '--out', `${name}-results`], folder)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Gate +A to B 1 +B to A 0/)
  })
})

test('a workflow file of a newer version exits with 2 and names the Sightline that it needs', async () => {
  const file = JSON.parse(readFileSync(join(fixtures, 'v1-run.sightline.json'), 'utf8'))
  writeFileSync(join(folder, 'newer.json'), JSON.stringify({ ...file, version: 999, requires: '99.0.0' }))
  const { code, stderr } = await warmSightline(['validate', 'newer.json'], folder)
  expect(code).toBe(2)
  expect(stderr).toContain(`needs Sightline 99.0.0 or later. This is Sightline ${VERSION}.`)
})
