import { describe, expect, it } from 'vitest'
import { recommended } from '../../../../src/renderer/screens/lab/sweep/sweep-results.tsx'
import {
  combinationCount,
  combinations,
  parseValues,
  type SweepSetting,
  sweepable,
  withValues,
} from '../../../../src/renderer/screens/lab/sweep/sweepable.ts'
import { sweepGraph } from '../../../../src/renderer/screens/lab/sweep/use-sweep.ts'
import { BLOCKS, isBlockKind } from '../../../../src/shared/blocks/catalogue.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { validate } from '../../../../src/shared/graph/validate.ts'

const GRAPH: Graph = {
  version: 1,
  nodes: [
    { id: 'street', type: 'source', config: { kind: 'video', gcs_uri: 'sightline://demo/street-crossing.mp4' } },
    { id: 'detect', type: 'model', config: { model_id: 'street-detector', confidence_threshold: 0.1 } },
    { id: 'track', type: 'track', config: {} },
    {
      id: 'count',
      type: 'measure',
      config: {
        geometries: [
          {
            kind: 'line',
            name: 'Road',
            points: [
              [0.1, 0.5],
              [0.9, 0.5],
            ],
          },
        ],
      },
    },
    { id: 'draw', type: 'visualize', config: {} },
    { id: 'video', type: 'sink', config: { kind: 'annotated_video' } },
    { id: 'hook', type: 'sink', config: { kind: 'webhook', url: 'https://example.org' } },
  ],
  edges: [
    { source: 'street', target: 'detect' },
    { source: 'detect', target: 'track' },
    { source: 'track', target: 'count' },
    { source: 'track', target: 'draw', targetHandle: 'detections' },
    { source: 'draw', target: 'video' },
    { source: 'count', target: 'hook' },
  ],
}
const settings = sweepable(GRAPH, (id) => id, 25)
const setting = (key: string) => settings.find((s) => s.key === key) as SweepSetting

describe('settings to try', () => {
  it('are numeric fields of the blocks that affect counts, with the current value among the suggestions', () => {
    expect(settings.length).toBeGreaterThan(8)
    for (const one of settings) {
      const node = GRAPH.nodes.find((n) => n.id === one.nodeId)
      const kind = node?.type ?? ''
      expect(isBlockKind(kind) && Object.keys(BLOCKS[kind].config.properties)).toContain(one.field)
      expect(one.suggested).toContain(one.now)
      expect(one.suggested.length).toBeGreaterThan(1)
      for (const value of one.suggested) expect(one.allows(value)).toBe(true)
    }
    expect(setting('detect confidence_threshold').now).toBe(0.1)
    expect(setting('track high_threshold').now).toBe(0.6)
    expect(setting('street sample_fps').suggested).toEqual([6.25, 12.5, 25])
  })

  it('accept only values within the limits of their field', () => {
    expect(parseValues('0.4, 0.2;0.2 0.3', setting('track high_threshold'))).toEqual([0.2, 0.3, 0.4])
    expect(parseValues('0,4; 0,2;0,2 0,3', setting('track high_threshold'), ',')).toEqual([0.2, 0.3, 0.4])
    expect(parseValues('0,4, 0.2', setting('track high_threshold'), ',')).toEqual([0.2, 0.4])
    expect(parseValues('0,4,0,2', setting('track high_threshold'), ',')).toBeNull()
    expect(parseValues('0.4, 1.2', setting('track high_threshold'))).toBeNull()
    expect(parseValues('0', setting('street sample_fps'))).toBeNull()
    expect(parseValues('high', setting('track high_threshold'))).toBeNull()
    expect(parseValues(' ', setting('track high_threshold'))).toBeNull()
  })
})

describe('a grid', () => {
  const tried = [
    { setting: setting('track high_threshold'), values: [0.5, 0.6] },
    { setting: setting('detect confidence_threshold'), values: [0.1, 0.2, 0.3] },
  ]

  it('has every combination once except the current one, and changes slow settings least often', () => {
    expect(combinationCount(tried)).toBe(6)
    const all = combinations(tried)
    expect(all).toEqual([
      [0.5, 0.1],
      [0.5, 0.2],
      [0.6, 0.2],
      [0.5, 0.3],
      [0.6, 0.3],
    ])
  })

  it('changes these fields of these blocks and nothing else', () => {
    const changed = withValues(GRAPH, tried, [0.5, 0.3])
    expect(changed.nodes.find((n) => n.id === 'track')?.config).toEqual({ high_threshold: 0.5 })
    expect(changed.nodes.find((n) => n.id === 'detect')?.config).toEqual({
      model_id: 'street-detector',
      confidence_threshold: 0.3,
    })
    expect(changed.nodes.filter((n, i) => n !== GRAPH.nodes[i]).map((n) => n.id)).toEqual(['detect', 'track'])
  })

  it('runs a valid graph without blocks that draw, write or send', () => {
    const graph = sweepGraph(GRAPH, new Set(['count']))
    expect(graph.nodes.map((n) => n.id)).toEqual(['street', 'detect', 'track', 'count', 'counts'])
    expect(graph.nodes.at(-1)?.config).toMatchObject({ kind: 'json' })
    expect(validate(graph).filter((i) => i.severity === 'error')).toEqual([])
  })
})

describe('the recommendation', () => {
  const of = (marked: number, counted: number, found: number, changes: number) => ({
    figures: { marked, counted, found, right: found },
    changes,
  })

  it('is the candidate with the best F1', () => {
    expect(recommended([of(10, 8, 7, 0), of(10, 10, 9, 2), of(10, 14, 9, 1)])).toBe(1)
  })
  it('keeps the current settings when no candidate is better', () => {
    expect(recommended([of(10, 10, 9, 1), of(10, 10, 9, 0), of(10, 10, 9, 2)])).toBe(1)
  })
  it('prefers the more accurate count among equals', () => {
    expect(recommended([of(10, 10, 5, 0), of(12, 8, 5, 1)])).toBe(0)
  })
  it('is empty without figures', () => {
    expect(recommended([of(0, 0, 0, 0)])).toBe(-1)
  })
})
