import { describe, expect, test } from 'vitest'
import { freshName, readWorkflowFile } from '../../../src/renderer/home/workflow-file.ts'
import { emptyGraph } from '../../../src/shared/graph/graph.ts'

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
    ['a damaged graph', JSON.stringify({ ...file, graph: { ...file.graph, nodes: 3 } }), 'damaged at /graph/nodes'],
  ])('%s is refused with the reason', (_what, text, reason) => {
    expect(readWorkflowFile(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})

test('a taken name gets the first number that is free and stays within 100 characters', () => {
  expect(freshName('Gate', new Set())).toBe('Gate')
  expect(freshName('Gate', new Set(['Gate', 'Gate 2']))).toBe('Gate 3')
  const long = 'x'.repeat(100)
  expect(freshName(long, new Set([long]))).toHaveLength(100)
})
