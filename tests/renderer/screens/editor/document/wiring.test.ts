import { describe, expect, it } from 'vitest'
import {
  kindsFitting,
  planBlock,
  planBlockAfter,
  planWire,
  planWireToNode,
} from '../../../../../src/renderer/screens/editor/document/wiring.ts'
import { doc, node, wire } from '../documents.ts'

const { graph } = doc(['source-1', 'model-1', 'visualize-1', 'sink-1'], ['source-1>model-1'])
const frames = { nodeId: 'source-1', port: 'frames', side: 'source' } as const
const detections = { nodeId: 'model-1', port: 'detections', side: 'source' } as const

describe('a wire', () => {
  it('is refused with the reason when it does not fit', () => {
    expect(planWire(graph, wire('source-1.frames>visualize-1.detections'))).toEqual({
      problem: expect.stringContaining('carries frames'),
    })
  })

  it('sets a fresh sink to the kind that fits its input, in the same step', () => {
    const plan = planWire(graph, wire('visualize-1.frames>sink-1.in'))
    expect(plan).toMatchObject({ adapt: { nodeId: 'sink-1', config: { kind: 'annotated_video' } } })
  })

  it('does not change a sink that already has an input', () => {
    const used = doc(['model-1', 'visualize-1', 'sink-1'], ['model-1.detections>sink-1.in']).graph
    expect(planWire(used, wire('visualize-1.frames>sink-1.in'))).toHaveProperty('problem')
  })

  it('is no obstacle to itself while it is reconnected', () => {
    const id = JSON.stringify(['source-1', '', 'model-1', ''])
    expect(planWire(graph, wire('source-1.frames>model-1.frames'))).toHaveProperty('problem')
    expect(planWire(graph, wire('source-1.frames>model-1.frames'), id)).toHaveProperty('edge')
  })

  it('takes the first port that fits when dropped on a block', () => {
    expect(planWireToNode(graph, detections, 'visualize-1')).toMatchObject({ edge: { targetHandle: 'detections' } })
    expect(planWireToNode(graph, frames, 'visualize-1')).toHaveProperty('problem')
  })
})

describe('a wire dropped on the empty canvas', () => {
  it('offers only the blocks that fit, in both directions', () => {
    expect(kindsFitting(graph, frames)).toEqual(['model', 'sink'])
    expect(kindsFitting(graph, detections)).toEqual([
      'filter',
      'track',
      'crop',
      'condition',
      'measure',
      'visualize',
      'sink',
    ])
    expect(kindsFitting(graph, { nodeId: 'visualize-1', port: 'events', side: 'target' })).toEqual(['measure'])
  })

  it('adds a sink of the matching kind', () => {
    const made = planBlock(graph, 'sink', 'sink-9', { nodeId: 'visualize-1', port: 'frames', side: 'source' })
    expect(made).toMatchObject({ node: { config: { kind: 'annotated_video' } }, edges: [{ target: 'sink-9' }] })
  })
})

describe('a block added after the selected one', () => {
  it('is wired to it where that fits', () => {
    expect(planBlockAfter(graph, 'track', 'track-1', 'model-1').edges).toEqual([
      { source: 'model-1', sourceHandle: 'detections', target: 'track-1', targetHandle: 'detections' },
    ])
  })

  it('has no wire where none fits', () => {
    expect(planBlockAfter(graph, 'track', 'track-1', 'source-1').edges).toEqual([])
    expect(planBlockAfter({ ...graph, nodes: [node('sink-1')] }, 'model', 'model-2', 'sink-1').edges).toEqual([])
  })
})
