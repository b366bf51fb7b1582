import { describe, expect, it } from 'vitest'
import { edgeIds, sameDocument, titleOf } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { apply } from '../../../../../src/renderer/screens/editor/document/command.ts'
import { doc, node, wire } from '../documents.ts'

describe('apply', () => {
  const chain = doc(['source-1', 'model-1', 'track-1'], ['source-1>model-1', 'model-1>track-1'])

  it('removes a node with its wires, position and name', () => {
    const named = apply(chain, { type: 'title', nodeId: 'model-1', title: 'Cars' })
    const after = apply(named, { type: 'remove', nodeIds: ['model-1'], edgeIds: [] })
    expect(after.graph.nodes.map((n) => n.id)).toEqual(['source-1', 'track-1'])
    expect(after.graph.edges).toEqual([])
    expect(after.layout).toEqual({ nodes: { 'source-1': { x: 0, y: 0 }, 'track-1': { x: 600, y: 0 } } })
  })

  it('removes one of two identical wires of a damaged graph', () => {
    const twice = doc(['source-1', 'model-1'], ['source-1>model-1', 'source-1>model-1'])
    const [, second] = edgeIds(twice.graph.edges)
    const after = apply(twice, { type: 'remove', nodeIds: [], edgeIds: [second as string] })
    expect(after.graph.edges).toEqual([wire('source-1>model-1')])
  })

  it('reconnects a wire at the same index', () => {
    const [id] = edgeIds(chain.graph.edges)
    const after = apply(chain, { type: 'reconnect', edgeId: id as string, edge: wire('source-1>track-1') })
    expect(after.graph.edges).toEqual([wire('source-1>track-1'), wire('model-1>track-1')])
  })

  it('uses the kind as the name when the custom name is emptied', () => {
    const named = apply(chain, { type: 'title', nodeId: 'model-1', title: ' Cars ' })
    expect(titleOf(named, node('model-1'))).toBe('Cars')
    const cleared = apply(named, { type: 'title', nodeId: 'model-1', title: '' })
    expect(titleOf(cleared, node('model-1'))).toBe('Model')
    expect(sameDocument(cleared, chain)).toBe(true)
  })

  it('keeps every other node as the same object when one is configured', () => {
    const after = apply(chain, {
      type: 'configure',
      nodeId: 'track-1',
      config: { tracker: 'botsort' },
      field: '/tracker',
    })
    expect(after.graph.nodes[0]).toBe(chain.graph.nodes[0])
    expect(after.graph.nodes[2]).not.toBe(chain.graph.nodes[2])
  })

  it('rounds positions to whole pixels', () => {
    const after = apply(chain, { type: 'move', positions: { 'model-1': { x: 310.4, y: -3.6 } } })
    expect(after.layout.nodes['model-1']).toEqual({ x: 310, y: -4 })
  })

  it('never leaves a workflow without a name', () => {
    expect(apply(chain, { type: 'rename', name: '   ' })).toBe(chain)
  })
})
