import { expect, test } from 'vitest'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()

test('a missing run can’t be resumed, and the command says so', async () => {
  const { code, stderr } = await sightline(['run', '--resume', 'nowhere'], folder)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^sightline: There is no interrupted run in “.*nowhere” that can be resumed/)
  const mixed = await warmSightline(['run', '--resume', 'nowhere', '--source', 'x.mp4'], folder)
  expect(mixed.stderr).toContain('name nothing but its folder')
})
