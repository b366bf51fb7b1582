/** The built-in templates, as the home screen offers them; the platform holds their graphs. */
import type { Graph } from '../../shared/graph/graph.ts'

export interface TemplateCard {
  key: string
  name: string
  summary: string
  /** The template's shape, for its picture only. */
  outline: Graph
}

const chain = (nodes: Record<string, string>, edges: [string, string][]): Graph => ({
  version: 1,
  nodes: Object.entries(nodes).map(([id, type]) => ({ id, type, config: {} })),
  edges: edges.map(([source, target]) => ({ source, target })),
})

export const TEMPLATES: readonly TemplateCard[] = [
  {
    key: 'count-at-a-line',
    name: 'Count at a line',
    summary: 'Finds road users, follows them, and counts who crosses a line in which direction.',
    outline: chain({ s: 'source', m: 'model', t: 'track', l: 'measure', c: 'sink', v: 'visualize', a: 'sink' }, [
      ['s', 'm'],
      ['m', 't'],
      ['t', 'l'],
      ['l', 'c'],
      ['t', 'v'],
      ['l', 'v'],
      ['v', 'a'],
    ]),
  },
]

/** What “Try the demo” opens. */
export const DEMO = TEMPLATES[0] as TemplateCard
