/** The changes between two graphs: examples as a person sees them, and properties of any two. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_KINDS, defaultConfig, isBlockKind, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import { countChanges, diffGraphs, type GraphDiff } from '../../../src/shared/graph/diff.ts'
import type { Graph, GraphEdge, GraphNode } from '../../../src/shared/graph/graph.ts'

const node = (id: string, config: GraphNode['config'] = {}): GraphNode => ({ id, type: id.replace(/-.*/, ''), config })
const graph = (nodes: GraphNode[], edges: GraphEdge[] = []): Graph => ({ version: 1, nodes, edges })
const line = (name: string, y = 0.5) => ({
  kind: 'line',
  name,
  points: [
    [0.1, y],
    [0.9, y],
  ],
})
const changes = (before: GraphNode, after: GraphNode) =>
  diffGraphs(graph([before]), graph([after])).changed.flatMap((c) =>
    c.fields.map(({ pointer, before, after }) => [pointer, before, after]),
  )

describe('settings', () => {
  it('are listed field by field, with their values', () => {
    const [a, b] = [{ min_confidence: 0.25 }, { min_confidence: 0.4, keep_classes: ['car'] }]
    expect(changes(node('filter-1', a), node('filter-1', b))).toEqual([
      ['/keep_classes', [], ['car']],
      ['/min_confidence', 0.25, 0.4],
    ])
  })

  it('that are omitted equal their defaults', () => {
    for (const kind of BLOCK_KINDS) {
      const written = node(`${kind}-1`, defaultConfig(kind) as GraphNode['config'])
      expect(diffGraphs(graph([node(`${kind}-1`)]), graph([written])).changed).toEqual([])
    }
  })

  it('identify a line by its name: a deleted one is one change, however the others moved up', () => {
    const before = node('measure-1', { geometries: [line('North'), line('East'), line('South')] })
    const after = node('measure-1', { geometries: [line('East', 0.6), line('South')] })
    expect(changes(before, after)).toEqual([
      ['/geometries/0', line('North'), undefined],
      ['/geometries/0/points', line('East').points, line('East', 0.6).points],
    ])
  })

  it('report a renamed line as one whose name changed', () => {
    const before = node('measure-1', { geometries: [line('North'), line('East')] })
    const after = node('measure-1', { geometries: [line('Main road'), line('East')] })
    expect(changes(before, after)).toEqual([['/geometries/0/name', 'North', 'Main road']])
  })

  it('of an unknown kind, or that are broken, are compared unchanged', () => {
    expect(changes(node('other-1', { a: 1 }), node('other-1', { a: '1' }))).toEqual([['/a', 1, '1']])
    expect(changes(node('measure-1', { geometries: 7 }), node('measure-1', { geometries: [] }))).toHaveLength(1)
  })
})

describe('blocks and wires', () => {
  const wire = (source: string, target: string, more: Partial<GraphEdge> = {}) => ({ source, target, ...more })

  it('are reported as added and removed', () => {
    const before = graph([node('source-1'), node('model-1')], [wire('source-1', 'model-1')])
    const after = graph([node('source-1'), node('track-1')], [wire('source-1', 'track-1')])
    const { added, removed, edgesAdded, edgesRemoved } = diffGraphs(before, after)
    expect({ added, removed, edgesAdded, edgesRemoved }).toEqual({
      added: [node('track-1')],
      removed: [node('model-1')],
      edgesAdded: [wire('source-1', 'track-1')],
      edgesRemoved: [wire('source-1', 'model-1')],
    })
  })

  it('whose kind changed are removed and added', () => {
    const diff = diffGraphs(graph([{ ...node('filter-1'), id: 'x' }]), graph([{ ...node('track-1'), id: 'x' }]))
    expect([diff.added.length, diff.removed.length, diff.changed.length]).toEqual([1, 1, 0])
  })

  it('are the same whether or not a wire names its ports', () => {
    const nodes = [node('track-1'), node('condition-1'), node('sink-1')]
    const short = graph(nodes, [wire('condition-1', 'sink-1'), wire('track-1', 'condition-1')])
    const named = (branch: string) =>
      graph(nodes, [
        wire('condition-1', 'sink-1', { sourceHandle: branch, targetHandle: 'in' }),
        wire('track-1', 'condition-1', { sourceHandle: 'detections', targetHandle: null }),
      ])
    expect(countChanges(diffGraphs(short, named('true')))).toBe(0)
    expect(countChanges(diffGraphs(short, named('false')))).toBe(2)
  })
})

const VALUES = fc.oneof(fc.boolean(), fc.integer(), fc.constant(null), fc.constantFrom('car', 'person'))
const THINGS = fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), value: VALUES }), { maxLength: 5 })
const CONFIGS = fc.dictionary(
  fc.constantFrom('min_confidence', 'keep_classes', 'geometries', 'rules', 'kind', 'a/b', '~', '__proto__'),
  fc.oneof(VALUES, THINGS, fc.array(VALUES, { maxLength: 3 }), fc.dictionary(fc.constantFrom('x', 'y'), VALUES)),
)
const GRAPHS = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...BLOCK_KINDS, 'unknown'), CONFIGS), { maxLength: 6 }),
    fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.constantFrom('true', 'frames', null, undefined)), { maxLength: 8 }),
  )
  .map(
    ([nodes, wires]): Graph =>
      graph(
        nodes.map(([type, config], i) => ({ id: `n${i}`, type, config })),
        wires.map(([a, b, port]) => ({
          source: `n${a}`,
          target: `n${b}`,
          ...(port !== undefined && { sourceHandle: port }),
        })),
      ),
  )

/** The diff with its sides swapped. */
const turned = (diff: GraphDiff): GraphDiff => ({
  added: diff.removed,
  removed: diff.added,
  edgesAdded: diff.edgesRemoved,
  edgesRemoved: diff.edgesAdded,
  changed: diff.changed.map(({ before, after, fields }) => ({
    before: after,
    after: before,
    fields: fields.map((f) => ({
      pointer: f.pointerBefore,
      pointerBefore: f.pointer,
      before: f.after,
      after: f.before,
    })),
  })),
})
const sorted = (diff: GraphDiff) => ({
  added: diff.added.map((n) => n.id).sort(),
  removed: diff.removed.map((n) => n.id).sort(),
  edgesAdded: diff.edgesAdded,
  edgesRemoved: diff.edgesRemoved,
  changed: diff.changed
    .map((c) => ({ ...c, fields: c.fields.map((f) => JSON.stringify(f)).sort() }))
    .sort((a, b) => (a.before.id < b.before.id ? -1 : 1)),
})

describe('for any two graphs', () => {
  it('a graph does not differ from itself, nor from itself with all defaults written', () => {
    fc.assert(
      fc.property(GRAPHS, (any) => {
        expect(countChanges(diffGraphs(any, structuredClone(any)))).toBe(0)
        const written = any.nodes.map((n) =>
          isBlockKind(n.type) ? { ...n, config: withDefaults(n.type, n.config) } : n,
        )
        expect(countChanges(diffGraphs(any, { ...any, nodes: written as GraphNode[] }))).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('the diff with swapped graphs is the swapped diff', () => {
    fc.assert(
      fc.property(GRAPHS, GRAPHS, (a, b) => {
        expect(sorted(diffGraphs(b, a))).toEqual(sorted(turned(diffGraphs(a, b))))
      }),
      { numRuns: 300 },
    )
  })

  it('the old graph without the removals, with the additions and changes, is the new graph', () => {
    fc.assert(
      fc.property(GRAPHS, GRAPHS, (a, b) => {
        const { added, removed, changed, edgesAdded, edgesRemoved } = diffGraphs(a, b)
        const gone = new Set(removed.map((n) => n.id))
        const kept = a.nodes.filter((n) => !gone.has(n.id))
        const now = kept.map((n) => changed.find((c) => c.before.id === n.id)?.after ?? n)
        const result = graph([...now, ...added], [...a.edges.filter((e) => !edgesRemoved.includes(e)), ...edgesAdded])
        expect(countChanges(diffGraphs(result, b))).toBe(0)
        for (const change of changed) {
          expect(change.fields.length).toBeGreaterThan(0)
          expect(isBlockKind(change.after.type) || change.after.type === 'unknown').toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
