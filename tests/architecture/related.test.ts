import { expect, it } from 'vitest'
import { testsOf } from '../../tools/test/related.mjs'

const THERE = [
  'tests/platform/datasets',
  'tests/platform/work/jobs',
  'tests/renderer/screens/runs',
  'tests/app/settings.test.ts',
]
const found = (file: string) => testsOf(file, (path) => THERE.includes(path))

it('a change leads to its test, or to the nearest folder of tests that mirrors its folder', () => {
  expect(found('tests/app/settings.test.ts')).toBe('tests/app/settings.test.ts')
  expect(found('src/platform/work/jobs/claims.ts')).toBe('tests/platform/work/jobs/')
  expect(found('src/renderer/screens/runs/list/row.tsx')).toBe('tests/renderer/screens/runs/')
  expect(found('src/platform/datasets/datasets.ts')).toBe('tests/platform/datasets/')
  expect(found('tests/platform/work/jobs/queue-database.ts')).toBe('tests/platform/work/jobs/')
})

it('a change without tests beside it leads to none, rather than to those of a whole layer or group', () => {
  for (const file of [
    'src/platform/datasets/vectors/vectors.ts',
    'src/main/main.ts',
    'docs/models.md',
    'tests/app/removed.test.ts',
  ])
    expect(found(file)).toBeNull()
})
