import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OutlineItem, outlineOf } from '../../../../src/renderer/editor/outline/outline-tree.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { doc } from '../documents.ts'

/** The tree as text: a block by its id, a pointer as ->id, indented. */
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
  it('stands a source at the root and under each block what it feeds', () => {
    const chain = doc(['source', 'model', 'track', 'sink'], ['source>model', 'model>track', 'track>sink'])
    expect(drawn(outlineOf(chain))).toEqual(['source', '  model', '    track', '      sink'])
  })

  it('shows a block that several feed once, at the end of the longest way, and points at it from the others', () => {
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

  it('says through which output a block is fed where there are several', () => {
    const graph = doc(
      ['source', 'model', 'condition', 'sink'],
      ['source>model', 'model>condition', 'condition.false>sink'],
    )
    const sink = all(outlineOf(graph)).find((i) => i.sort === 'block' && i.nodeId === 'sink')
    expect(sink).toMatchObject({ via: expect.stringMatching(/false|otherwise|no/i) })
  })

  it('keeps what no source feeds, groups and notes in parts of their own', () => {
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

  it('holds every block of any graph exactly once, loops, stray wires and all, with keys of their own', () => {
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
        // Each wire between two blocks is either a step down or a pointer.
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
