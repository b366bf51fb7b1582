import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '../../src/engine/host/engine-host.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { inRoot, median, missingFfmpeg } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine } from '../jobs.ts'
import { DETECTOR, fullHd } from '../media.ts'

/** Time until a standby process is fully loaded. */
const READY_MS = 4_000
/** Number of settings tried one after the other, as when a slider is dragged. */
const STEPS = 12

export const preview: Part = {
  name: 'preview',
  title: 'Previews, 1080p, bundled detector',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const { graph, source, models } = countAtALine(await fullHd(), DETECTOR)
    const engine = createEngine({ entry: inRoot('out/node/engine.js'), standby: true })
    // The pause lets a standby process become ready, as it is in the app.
    await sleep(READY_MS)
    const look = async (atS: number, windowS: number, confidence: number) => {
      const startedAt = performance.now()
      const looked = await engine.preview({ graph: filtered(graph, confidence), source, models, atS, windowS })
      if (!looked.ok) throw new Error(looked.error.message)
      return (performance.now() - startedAt) / 1000
    }
    const series = async (work: (i: number) => Promise<number>) => {
      const taken: number[] = []
      for (let i = 0; i < STEPS; i++) taken.push(await work(i))
      return median(taken)
    }
    const figure = (title: string, value: number, limit: number): Figure => ({
      title,
      value,
      limit,
      unit: 's',
      detail: 'from the request to the answer',
    })
    try {
      return [
        figure('The first look at a frame: decoder and model are opened', await look(3, 0, 0.1), 1),
        figure('Another frame', await series((i) => look(4 + 1.5 * i, 0, 0.1)), 0.5),
        figure('Another confidence in a filter, same frame', await series((i) => look(3, 0, 0.2 + i / 50)), 0.1),
        figure('The first look at a window of two seconds', await look(10, 2, 0.1), 3),
        figure('Another confidence, same window', await series((i) => look(10, 2, 0.2 + i / 50)), 0.25),
      ]
    } finally {
      engine.close()
    }
  },
}

/** The graph with a filter between detector and tracker. */
const filtered = (graph: Graph, min_confidence: number): Graph => ({
  ...graph,
  nodes: [...graph.nodes, { id: 'keep', type: 'filter', config: { min_confidence } }],
  edges: [
    ...graph.edges.map((e) => (e.source === 'detect' ? { ...e, source: 'keep' } : e)),
    { source: 'detect', target: 'keep' },
  ],
})
