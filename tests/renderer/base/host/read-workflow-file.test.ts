import { describe, expect, test } from 'vitest'
import { readWorkflowFile } from '../../../../src/renderer/base/host/read-workflow-file.ts'
import { emptyGraph } from '../../../../src/shared/graph/graph.ts'

const file = { format: 'sightline-workflow', version: 1, name: 'Gate', graph: emptyGraph() }

describe('a workflow file', () => {
  test('is read', () => {
    expect(readWorkflowFile(JSON.stringify(file))).toEqual({ ok: true, file })
  })

  test.each([
    ['text', 'hello', 'not JSON'],
    ['other JSON', '{"nodes":[]}', 'not a Sightline workflow'],
    ['JSON that is no object', 'null', 'not a Sightline workflow'],
    ['a newer version', JSON.stringify({ ...file, version: 2 }), 'newer Sightline'],
    [
      'a newer version that names the Sightline it needs',
      JSON.stringify({ ...file, version: 2, requires: '0.3.0' }),
      '0.3.0',
    ],
    ['a damaged graph', JSON.stringify({ ...file, graph: { ...file.graph, nodes: 3 } }), 'damaged at /graph/nodes'],
  ])('%s is rejected with a reason', (_what, text, reason) => {
    expect(readWorkflowFile(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})
