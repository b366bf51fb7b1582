import { describe, expect, test } from 'vitest'
import { readWorkflowFile } from '../../../../src/renderer/base/host/read-workflow-file.ts'
import { emptyGraph } from '../../../../src/shared/graph/graph.ts'

const file = { format: 'sightline-workflow', version: 1, name: 'Gate', graph: emptyGraph() }

const graphOf = (id: string) => ({ version: 1, nodes: [{ id, type: 'source', config: {} }], edges: [] })

describe('a workflow file', () => {
  test('is read', () => {
    expect(readWorkflowFile(JSON.stringify(file), 'gate.json')).toEqual({ ok: true, file })
  })

  test('may be a graph alone, which is named by the file, or a workflow as the API replies with it', () => {
    const graph = graphOf('s')
    const named = (name: string) => ({ ok: true, file: { ...file, name, graph } })
    expect(readWorkflowFile(JSON.stringify(graph), 'Gate 3.json')).toEqual(named('Gate 3'))
    expect(readWorkflowFile(JSON.stringify(graph), 'gate.sightline.json')).toEqual(named('gate'))
    const short = { ...graph, nodes: [{ id: 's', type: 'source' }] }
    expect(readWorkflowFile(JSON.stringify(short), 'Gate 3.json')).toEqual(named('Gate 3'))
    const reply = { id: '7', name: 'North', status: 'draft', graph, layout: null }
    expect(readWorkflowFile(JSON.stringify(reply), 'reply.json')).toEqual(named('North'))
    const layout = { nodes: { s: { x: 1, y: 2 } } }
    const placed = { ...file, name: 'North', graph, layout }
    expect(readWorkflowFile(JSON.stringify({ ...reply, layout }), 'reply.json')).toEqual({ ok: true, file: placed })
  })

  test('may name its schema for an editor, which is not kept', () => {
    const $schema = './workflow-1.json'
    expect(readWorkflowFile(JSON.stringify({ $schema, ...file }), 'gate.json')).toEqual({ ok: true, file })
    const graph = graphOf('s')
    const named = { ok: true, file: { ...file, name: 'gate', graph } }
    expect(readWorkflowFile(JSON.stringify({ $schema, ...graph }), 'gate.json')).toEqual(named)
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
    ['a graph without a version', '{"nodes":[],"edges":[]}', 'This graph can’t be read. This graph has no version'],
    ['a graph with an id that no block can have', JSON.stringify(graphOf('__proto__')), '“__proto__”'],
    ['a damaged graph', JSON.stringify({ ...file, graph: { ...file.graph, nodes: 3 } }), 'damaged at /graph/nodes'],
  ])('%s is rejected with a reason', (_what, text, reason) => {
    expect(readWorkflowFile(text, 'gate.json')).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})
