/** Random graphs against definitions implemented by brute force: paths are enumerated, not marked. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_KINDS } from '../../../src/shared/blocks/catalogue.ts'
import type { Graph, GraphEdge } from '../../../src/shared/graph/graph.ts'
import type { IssueCode } from '../../../src/shared/graph/issue.ts'
import { connectionProblem, mismatch, portsOf } from '../../../src/shared/graph/ports.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { node } from './example-graphs.ts'

const randomGraph: fc.Arbitrary<Graph> = fc
  .array(fc.constantFrom(...BLOCK_KINDS), { minLength: 1, maxLength: 7 })
  .chain((kinds) => {
    const ids = kinds.map((_, i) => `n${i}`)
    const end = fc.constantFrom(...ids)
    return fc.record({
      kinds: fc.constant(kinds),
      sinkKinds: fc.array(fc.constantFrom('csv', 'json', 'annotated_video'), { minLength: 7, maxLength: 7 }),
      edges: fc.array(fc.record({ source: end, target: end }), { maxLength: 12 }),
    })
  })
  .map(({ kinds, sinkKinds, edges }) => ({
    version: 1,
    nodes: kinds.map((kind, i) => node(`n${i}`, kind, kind === 'sink' ? { kind: sinkKinds[i] } : {})),
    edges,
  }))

/** Meaningful edges: between two nodes, fitting, each pair once. */
function soundEdges(g: Graph): GraphEdge[] {
  const seen = new Set<string>()
  return g.edges.filter((e) => {
    const from = g.nodes.find((n) => n.id === e.source)
    const to = g.nodes.find((n) => n.id === e.target)
    if (!from || !to || from === to) return false
    const ports = portsOf(from.type as never, to.type as never, e)
    if (!ports || mismatch(to, ports)) return false
    const key = `${e.source} ${e.target}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Edges that join two nodes, whether or not their ports fit: the intended connections. */
const meantEdges = (g: Graph): GraphEdge[] => g.edges.filter((e) => e.source !== e.target)

/** Every simple path from a node, as lists of ids; exponential on purpose. */
function paths(g: Graph, from: string, edges = soundEdges, behind: string[] = []): string[][] {
  const here = [...behind, from]
  const next = edges(g).filter((e) => e.source === from && !here.includes(e.target))
  return [here, ...next.flatMap((e) => paths(g, e.target, edges, here))]
}
const closes = (g: Graph, path: readonly string[]) =>
  meantEdges(g).some((e) => e.source === path.at(-1) && e.target === path[0])
const has = (issues: readonly { code: string }[], code: IssueCode) => issues.some((i) => i.code === code)
const typeOf = (g: Graph, id: string) => g.nodes.find((n) => n.id === id)?.type

describe('validate on random graphs', () => {
  it('finds a loop exactly when some path returns to its start', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const loop = g.nodes.some((n) =>
          paths(g, n.id).some(
            (p) => p.length > 1 && soundEdges(g).some((e) => e.source === p.at(-1) && e.target === n.id),
          ),
        )
        expect(has(validate(g), 'graph.loop')).toBe(loop)
      }),
    )
  })

  it('finds an error for every node that no path from a source reaches, and names the first block of each part for it', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const sources = g.nodes.filter((n) => n.type === 'source')
        const issues = validate(g)
        const found = issues.filter((i) => i.code === 'node.unreachable').map((i) => i.node_id)
        const first = g.nodes.filter((n) => n.type !== 'source' && !meantEdges(g).some((e) => e.target === n.id))
        const expected = first.filter((n) => sources.length > 0 || n.type !== 'model')
        expect(found.sort()).toEqual(expected.map((n) => n.id).sort())
        const reached = new Set(sources.flatMap((n) => paths(g, n.id).map((p) => p.at(-1))))
        if (g.nodes.some((n) => !reached.has(n.id))) expect(issues.some((i) => i.severity === 'error')).toBe(true)
      }),
    )
  })

  it('finds measures without a track, and tracks without a model, among blocks with an incoming wire', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const all = g.nodes.flatMap((n) => paths(g, n.id, meantEdges))
        const isBehind = (id: string, ...types: string[]) =>
          all.some((p) => p.at(-1) === id && p.slice(0, -1).some((x) => types.includes(typeOf(g, x) ?? '')))
        // On a loop a walk may pass its own end, which a simple path can't: the rule covers graphs without loops.
        fc.pre(!g.nodes.some((n) => all.some((p) => p[0] === n.id && p.length > 1 && closes(g, p))))
        for (const n of g.nodes) {
          const issues = validate(g).filter((i) => i.node_id === n.id)
          if (n.type === 'track')
            expect(has(issues, 'track.needs_model')).toBe(isBehind(n.id, 'source') && !isBehind(n.id, 'model'))
          if (n.type === 'measure')
            expect(has(issues, 'measure.needs_track')).toBe(
              isBehind(n.id, 'source', 'model') && !isBehind(n.id, 'track'),
            )
        }
      }),
    )
  })

  it('counts models and sources', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const count = (type: string) => g.nodes.filter((n) => n.type === type).length
        const issues = validate(g)
        expect(issues.filter((i) => i.code === 'model.too_many')).toHaveLength(Math.max(0, count('model') - 3))
        expect(issues.filter((i) => i.code === 'source.many')).toHaveLength(Math.max(0, count('source') - 1))
        expect(has(issues, 'source.missing')).toBe(count('source') === 0)
      }),
    )
  })

  it('accepts every edge that the editor allows to be drawn', () => {
    fc.assert(
      fc.property(randomGraph, (g) => {
        const drawn: Graph = { ...g, edges: [] }
        for (const e of g.edges) if (connectionProblem(drawn, e) === null) drawn.edges.push(e)
        const about = validate(drawn).filter((i) => i.edge_index !== undefined && i.code !== 'model.too_many_on_source')
        expect(about).toEqual([])
      }),
    )
  })

  it('never throws, whatever its input', () => {
    const almost = fc.record(
      {
        version: fc.constant(1),
        nodes: fc.array(
          fc.record({
            id: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'a')),
            type: fc.oneof(fc.string(), fc.constantFrom(...BLOCK_KINDS, 'toString')),
            config: fc.oneof(
              fc.jsonValue(),
              fc.dictionary(
                fc.constantFrom('kind', 'geometries', 'rules', 'draw', 'class_filter', '__proto__'),
                fc.jsonValue(),
              ),
            ),
          }),
        ),
        edges: fc.array(
          fc.record(
            { source: fc.string(), target: fc.string(), sourceHandle: fc.jsonValue() },
            { requiredKeys: ['source', 'target'] },
          ),
        ),
      },
      { requiredKeys: ['version', 'nodes', 'edges'] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), almost), (g) => {
        for (const i of validate(g)) expect(i.message.length).toBeGreaterThan(10)
      }),
      { numRuns: 500 },
    )
  })
})
