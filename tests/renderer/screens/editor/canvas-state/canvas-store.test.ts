import { describe, expect, it } from 'vitest'
import { completeLayout } from '../../../../../src/renderer/parts/workflow/arrange/complete-layout.ts'
import { figureList } from '../../../../../src/renderer/screens/editor/canvas/block-node.tsx'
import { createCanvasStore } from '../../../../../src/renderer/screens/editor/canvas-state/canvas-store.ts'
import { createDocumentStore } from '../../../../../src/renderer/screens/editor/document/document-store.ts'
import { doc, node } from '../documents.ts'

function canvasOf(...args: Parameters<typeof doc>) {
  const documents = createDocumentStore(doc(...args))
  return { documents, canvas: createCanvasStore(documents) }
}

describe('the nodes and edges of the canvas', () => {
  it('reuse the object of every block that an edit does not touch', () => {
    const { documents, canvas } = canvasOf(['source-1', 'model-1', 'track-1'], ['source-1>model-1', 'model-1>track-1'])
    const before = canvas.getState()
    documents.getState().run({ type: 'move', positions: { 'model-1': { x: 7, y: 7 } } })
    const after = canvas.getState()
    expect(after.nodes[0]).toBe(before.nodes[0])
    expect(after.nodes[1]).not.toBe(before.nodes[1])
    expect(after.edges).toBe(before.edges)
  })

  it('stay unchanged when only settings change', () => {
    const { documents, canvas } = canvasOf(['model-1'])
    const before = canvas.getState().nodes
    documents.getState().run({ type: 'configure', nodeId: 'model-1', config: { model_id: 'm' }, field: '/model_id' })
    expect(canvas.getState().nodes).toBe(before)
  })

  it('keep measured sizes when a block moves', () => {
    const { documents, canvas } = canvasOf(['model-1'])
    canvas.getState().change([{ id: 'model-1', type: 'dimensions', dimensions: { width: 212, height: 58 } }])
    documents.getState().run({ type: 'move', positions: { 'model-1': { x: 7, y: 7 } } })
    expect(canvas.getState().nodes[0]).toMatchObject({ measured: { width: 212, height: 58 }, position: { x: 7, y: 7 } })
  })

  it('name ports that the wire omits, in the colour of the data type', () => {
    const { canvas } = canvasOf(['condition-1', 'sink-1'], ['condition-1>sink-1'])
    expect(canvas.getState().edges[0]).toMatchObject({
      sourceHandle: 'true',
      targetHandle: 'in',
      data: { port: 'detections' },
      ariaLabel: 'True from Condition to CSV',
    })
  })

  it('include a group around its members, which move with the group', () => {
    const { documents, canvas } = canvasOf(['source-1', 'model-1'])
    const group = { title: 'Start', color: 'blue' as const, members: ['source-1', 'model-1'] }
    documents.getState().run({ type: 'group', id: 'frame-1', group })
    const of = (id: string) => canvas.getState().nodes.find((n) => n.id === id)
    expect(of('frame-1')).toMatchObject({ position: { x: -20, y: -40 }, width: 552, height: 118 })
    canvas.getState().change([{ type: 'position', id: 'frame-1', position: { x: 0, y: 0 }, dragging: true }])
    expect(of('source-1')?.position).toEqual({ x: 20, y: 40 })
    expect(of('model-1')?.position).toEqual({ x: 320, y: 40 })
    expect(of('frame-1')?.position).toEqual({ x: 0, y: 0 })
  })

  it('include a group and a note that have the id of a block in the file', () => {
    const { graph } = doc(['source-1', 'model-1'])
    const file = {
      nodes: {},
      frames: { 'model-1': { title: 'Same id', color: 'blue' as const, members: ['source-1', 'model-1'] } },
      notes: { 'source-1': { text: 'Mine', color: 'blue' as const, x: 0, y: 300, width: 200, height: 100 } },
    }
    const layout = completeLayout(graph, file)
    const canvas = createCanvasStore(createDocumentStore({ ...doc([]), graph, layout }))
    expect(canvas.getState().nodes.map(({ id, type }) => `${type} ${id}`)).toEqual([
      'blockGroup frame-1',
      'block source-1',
      'block model-1',
      'note note-1',
    ])
    expect(completeLayout(graph, layout)).toBe(layout)
  })

  it('show a collapsed group as one box with the wires that leave it', () => {
    const { documents, canvas } = canvasOf(['source-1', 'model-1', 'track-1'], ['source-1>model-1', 'model-1>track-1'])
    const group = { title: 'Start', color: 'blue' as const, members: ['source-1', 'model-1'], collapsed: true }
    documents.getState().run({ type: 'group', id: 'frame-1', group })
    const { nodes, edges } = canvas.getState()
    expect(nodes.filter((n) => !n.hidden).map((n) => n.id)).toEqual(['frame-1', 'track-1'])
    expect(edges.map((e) => [e.source, e.sourceHandle, e.target])).toEqual([['frame-1', 'out', 'track-1']])
    documents.getState().undo()
    expect(canvas.getState().edges).toHaveLength(2)
  })

  it('survive a damaged graph: duplicate ids, unknown kinds, wires to nowhere', () => {
    const { canvas } = canvasOf(
      [node('source-1'), node('source-1'), { id: 'x', type: 'teleport', config: {} }],
      ['source-1>nobody', 'source-1>x', 'x>x'],
    )
    expect(canvas.getState().nodes.map((n) => n.id)).toEqual(['source-1', 'x'])
    expect(canvas.getState().edges).toEqual([])
  })
})

describe('live figures', () => {
  const figures = { frames_in: 1200, frames_out: 1200, detections: 34, events: 5, ms_per_frame: 12.34 }

  it('state the number of processed frames, the findings and the time per group', () => {
    expect(figureList(figures, 'model')).toEqual([
      ['frames', '1,200'],
      ['found', '34'],
      ['ms', '12'],
    ])
    expect(figureList(figures, 'measure')[1]).toEqual(['events', '5'])
  })

  it('show both sides of a condition, which emits fewer frames', () => {
    expect(figureList({ ...figures, frames_out: 300 }, 'condition')[0]).toEqual(['frames', '1,200 → 300'])
  })
})
