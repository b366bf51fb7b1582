import { expect, it } from 'vitest'
import { changeText } from '../../../../src/renderer/parts/workflow/versions/versions.ts'
import { WORKFLOW_VERSION } from '../../../../src/shared/graph/graph.ts'
import { aVersion } from './versions.ts'

it('names the changes of a version, or that a newer Sightline made it', () => {
  expect(changeText(aVersion())).toContain('2 changes')
  expect(changeText(aVersion({ changes: null }))).toBe('first, 3 blocks')
  expect(changeText(aVersion({ changes: null, graph_version: WORKFLOW_VERSION + 1 }))).toBe(
    'made by a newer version of Sightline',
  )
})
