/** Workflows that are made to keep the server busy: each is rejected or handled in little more than linear work. */
import { expect, it } from 'vitest'
import { requestCheck } from '../../src/platform/http/validation.ts'
import { WorkflowCreate } from '../../src/shared/api/workflows.ts'
import { MAX_CLASSES, MAX_EDGES, MAX_ISSUES, MAX_NODES, MAX_POINTS } from '../../src/shared/domain/limits.ts'
import { effectiveGraph } from '../../src/shared/graph/effective-graph.ts'
import type { Graph, GraphEdge, GraphNode } from '../../src/shared/graph/graph.ts'
import { previewable } from '../../src/shared/graph/previewable.ts'
import { validate } from '../../src/shared/graph/validate.ts'
import { operationsOf } from './support/operations.ts'

const node = (id: string, type: string, config: Record<string, unknown> = {}): GraphNode => ({ id, type, config })
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const wire = (source: string, target: string): GraphEdge => ({ source, target })

const zoneOf = (n: number): Graph => ({
  version: 1,
  nodes: [
    node('m', 'measure', {
      geometries: [
        {
          kind: 'zone',
          name: 'Ring',
          points: times(n, (i) => [
            0.5 + 0.4 * Math.cos((2 * Math.PI * i) / n),
            0.5 + 0.4 * Math.sin((2 * Math.PI * i) / n),
          ]),
        },
      ],
    }),
  ],
  edges: [],
})

/** The work for a graph eight times as large is less than 8 · log 8 times as much. */
function expectAlmostLinear(workOn: (size: number) => unknown, size: number): void {
  const [small, large] = [size, 8 * size].map((n) => {
    const prepared = workOn(n) as () => unknown
    return operationsOf(prepared)
  }) as [number, number]
  expect(small).toBeGreaterThan(size)
  expect(large / small).toBeLessThan(16)
}

it('names the limit for a zone with too many points, and checks one at the limit', () => {
  const [problem] = validate(zoneOf(20_000)).filter((i) => i.code === 'config.invalid')
  expect(problem).toMatchObject({ node_id: 'm', field: '/geometries/0/points' })
  expect(problem?.message).toBe(`“Points” takes at most ${MAX_POINTS}.`)
  const most = validate(zoneOf(MAX_POINTS)).map((i) => i.code)
  expect(most).not.toContain('config.invalid')
  expect(most).not.toContain('geometry.zone')
})

it('rejects more blocks or wires than a workflow may have with one sentence', () => {
  const crowd = { version: 1, nodes: times(MAX_NODES + 1, (i) => node(`n${i}`, 'track')), edges: [] }
  expect(validate(crowd)).toMatchObject([{ code: 'graph.shape', field: '/nodes' }])
  const tangle = { version: 1, nodes: [], edges: times(MAX_EDGES + 1, () => wire('a', 'b')) }
  expect(validate(tangle)).toMatchObject([{ code: 'graph.shape', field: '/edges' }])
  for (const graph of [crowd, tangle]) {
    const refused = requestCheck(WorkflowCreate, 'body')({ name: 'Large', graph })
    expect(refused?.code).toBe('invalid_field')
    expect(refused?.message).toContain('must NOT have more than')
  }
})

it('checks a chain of blocks in work that grows with its length', () => {
  expectAlmostLinear((n) => {
    const nodes = [node('s', 'source', { gcs_uri: 'x' }), ...times(n, (i) => node(`n${i}`, 'filter'))]
    const edges = [wire('s', 'n0'), ...times(n - 1, (i) => wire(`n${i}`, `n${i + 1}`))]
    return () => validate({ version: 1, nodes, edges })
  }, 100)
})

it('stops after a number of problems, says so, and keeps the errors among them', () => {
  const nodes = [...times(1000, (i) => node(`f${i}`, 'filter', { min_confidence: 1 })), node('x', 'teleport')]
  const issues = validate({ version: 1, nodes, edges: [] })
  expect(issues).toHaveLength(MAX_ISSUES + 1)
  expect(issues.at(-1)).toMatchObject({ code: 'graph.more_issues' })
  expect(issues.map((i) => i.code)).toContain('node.unknown_kind')
})

it('gives up on classes, which only cause warnings, when many blocks unite long lists of them', () => {
  const names = (prefix: string) => times(MAX_CLASSES, (i) => `${prefix}${i}`)
  const united = (n: number): Graph => ({
    version: 1,
    nodes: [
      node('s', 'source', { gcs_uri: 'x' }),
      node('m', 'model', { model_id: 'any' }),
      ...['a', 'b'].map((id) => node(id, 'filter', { keep_classes: names(id) })),
      ...times(n, (i) => node(`t${i}`, 'track')),
      node('out', 'sink'),
    ],
    edges: [
      wire('s', 'm'),
      ...['a', 'b'].flatMap((id) => [wire('m', id), ...times(n, (i) => wire(id, `t${i}`))]),
      ...times(n, (i) => wire(`t${i}`, 'out')),
    ],
  })
  const [few, many] = [200, 1600].map((n) => operationsOf(() => validate(united(n)))) as [number, number]
  expect(many - few).toBeLessThan(1000 * 1400)
})

it('creates no more wires past bypassed blocks than a workflow may have, and rejects them', () => {
  const width = 150
  const layered: Graph = {
    version: 1,
    nodes: times(width, (i) => [node(`a${i}`, 'track'), node(`b${i}`, 'filter'), node(`c${i}`, 'track')]).flat(),
    edges: times(65, (i) => times(width, (k) => [wire(`a${k}`, `b${i}`), wire(`b${i}`, `c${k}`)])).flat(2),
  }
  const switches = Object.fromEntries(times(width, (i) => [`b${i}`, 'bypassed' as const]))
  const { graph } = effectiveGraph(layered, { switches })
  expect(graph.edges.length).toBeLessThanOrEqual(MAX_EDGES + 1)
  expect(validate(graph)).toMatchObject([{ code: 'graph.shape', field: '/edges' }])
})

it('removes bypassed blocks from a chain in work that grows with its length', () => {
  expectAlmostLinear((n) => {
    const nodes = times(n, (i) => node(`n${i}`, 'track'))
    const edges = times(n - 1, (i) => wire(`n${i}`, `n${i + 1}`))
    const switches = Object.fromEntries(nodes.slice(1, -1).map(({ id }) => [id, 'bypassed' as const]))
    return () => expect(effectiveGraph({ version: 1, nodes, edges }, { switches }).graph.edges).toHaveLength(1)
  }, 100)
})

it('finds the part for a preview in work that grows with the wires of one block', () => {
  expectAlmostLinear((n) => {
    const nodes = [
      node('s', 'source', { gcs_uri: 'x' }),
      node('m', 'model', { model_id: 'any' }),
      ...times(n, (i) => node(`f${i}`, 'filter')),
    ]
    const edges = [wire('s', 'm'), ...times(n, (i) => wire('m', `f${i}`))]
    return () => previewable({ version: 1, nodes, edges })
  }, 100)
})

it('explains a body that is wrong in every wire with few details, in work that does not grow with it', () => {
  const check = requestCheck(WorkflowCreate, 'body')
  const wrong = (n: number) => ({
    name: 'Wrong',
    graph: { version: 1, nodes: [], edges: times(n, () => ({ source: 'a', target: 'b', sourceHandle: 5 })) },
  })
  check(wrong(1))
  const [few, many] = [500, 10_000].map((n) => {
    const body = wrong(n)
    return operationsOf(() => expect(check(body)?.details.length).toBeLessThanOrEqual(20))
  }) as [number, number]
  expect(many / few).toBeLessThan(20)
  expect(check(wrong(100_000))?.details).toMatchObject([{ field: '/graph/edges' }])
})
