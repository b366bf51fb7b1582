import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OutlineItem, outlineOf } from '../../../../../src/renderer/screens/editor/outline/outline-tree.ts'
import type { Graph } from '../../../../../src/shared/graph/graph.ts'
import { doc } from '../documents.ts'

/** Formats the tree as text: a block by its id, a reference as ->id, indented. */
const drawn = (items: readonly OutlineItem[], depth = 0): string[] =>
  items.flatMap((item) => {
    const name =
      item.sort === 'heading'
        ? `[${item.heading}]`
        : item.sort === 'problem'
          ? item.issue.message
          : item.sort === 'reference'
            ? `->${item.nodeId}`
            : item.nodeId
    return [`${'  '.repeat(depth)}${name}`, ...drawn(item.children, depth + 1)]
  })

const all = (items: readonly OutlineItem[]): OutlineItem[] => items.flatMap((i) => [i, ...all(i.children)])

describe('the outline of a workflow', () => {
  it('has sources at the root and under each block those that it feeds', () => {
    const chain = doc(['source', 'model', 'track', 'sink'], ['source>model', 'model>track', 'track>sink'])
    expect(drawn(outlineOf(chain))).toEqual(['source', '  model', '    track', '      sink'])
  })

  it('lists a block with several inputs once, at the end of the longest path, and references it elsewhere', () => {
    const graph = doc(
      ['source', 'model', 'track', 'visualize', 'sink'],
      ['source>model', 'source>visualize.frames', 'model>track', 'track>visualize.detections', 'visualize>sink'],
    )
    const tree = outlineOf(graph)
    expect(drawn(tree)).toEqual(['source', '  model', '    track', '      visualize', '        sink', '  ->visualize'])
    expect(all(tree).find((i) => i.sort === 'block' && i.nodeId === 'visualize')).toMatchObject({
      alsoFedBy: ['source'],
    })
  })

  it('names the output that feeds a block where there are several', () => {
    const graph = doc(
      ['source', 'model', 'condition', 'sink'],
      ['source>model', 'model>condition', 'condition.false>sink'],
    )
    const sink = all(outlineOf(graph)).find((i) => i.sort === 'block' && i.nodeId === 'sink')
    expect(sink).toMatchObject({ via: expect.stringMatching(/false|otherwise|no/i) })
  })

  it('lists blocks without a source, groups and notes in separate sections', () => {
    const graph = doc(['source', 'track', 'sink'], ['track>sink'])
    const laid = {
      ...graph,
      layout: {
        ...graph.layout,
        frames: { 'frame-1': { title: 'Output', color: 'blue' as const, members: ['sink'] } },
        notes: { 'note-1': { x: 0, y: 0, width: 100, height: 100, text: 'Look here', color: 'amber' as const } },
      },
    }
    expect(drawn(outlineOf(laid))).toEqual([
      'source',
      '[unconnected]',
      '  track',
      '    sink',
      '[groups]',
      '  frame-1',
      '    sink',
      '[notes]',
      '  note-1',
    ])
  })

  it('contains every block of any graph exactly once with a unique key, even with loops and stray wires', () => {
    const ids = ['source-1', 'model-1', 'track-1', 'measure-1', 'sink-1', 'odd-1']
    const end = fc.constantFrom(...ids, 'gone')
    const edges = fc.array(fc.record({ source: end, target: end }), { maxLength: 20 })
    fc.assert(
      fc.property(fc.subarray(ids), edges, (some, wires) => {
        const base = doc([...some])
        const graph: Graph = { ...base.graph, edges: wires }
        const items = all(outlineOf({ ...base, graph }))
        const blocks = items.flatMap((i) => (i.sort === 'block' ? [i.nodeId] : []))
        expect([...blocks].sort()).toEqual([...some].sort())
        expect(new Set(items.map((i) => i.key)).size).toBe(items.length)
        // Each wire between two blocks is either a parent-child step or a reference.
        const steps = items.flatMap((i) =>
          i.children.flatMap((c) =>
            'nodeId' in i && 'nodeId' in c && i.sort === 'block' ? [`${i.nodeId}>${c.nodeId}`] : [],
          ),
        )
        const pairs = wires.filter((w) => w.source !== w.target && some.includes(w.source) && some.includes(w.target))
        expect(new Set(steps)).toEqual(new Set(pairs.map((w) => `${w.source}>${w.target}`)))
      }),
    )
  })
})
