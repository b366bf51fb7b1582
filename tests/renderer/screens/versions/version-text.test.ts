import { expect, it } from 'vitest'
import { changeText } from '../../../../src/renderer/parts/versions/version-text.ts'
import type { VersionInfo } from '../../../../src/shared/graph/versions.ts'

const info: VersionInfo = {
  id: 'v',
  kind: 'run',
  note: null,
  created_at: '2026-01-01T00:00:00Z',
  blocks: 3,
  changes: 2,
}

it('names the changes of a version, or that a newer Sightline made it', () => {
  expect(changeText(info)).toContain('2 changes')
  expect(changeText({ ...info, changes: null })).toBe('first, 3 blocks')
  expect(changeText({ ...info, changes: null, newer: true })).toBe('made by a newer version of Sightline')
})
