/** The runs to measure. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { RunJob } from '../src/shared/engine-contract/job.ts'
import type { Graph } from '../src/shared/graph/graph.ts'
import { inRoot } from './child.ts'

export const INFERENCE = inRoot('out/node/inference.js')

/** The bundled template: detect, track, count at two lines, draw, annotated video, CSV and JSON. */
export function countAtALine(video: string, model: string, durationS: number | null = null): Omit<RunJob, 'outDir'> {
  const file = JSON.parse(readFileSync(inRoot('resources/templates/count-at-a-line.sightline.json'), 'utf8'))
  return jobOf(file.graph as Graph, video, { detect: model }, durationS)
}

export function jobOf(
  graph: Graph,
  video: string,
  models: Record<string, string>,
  durationS: number | null = null,
): Omit<RunJob, 'outDir'> {
  return {
    runId: 'bench',
    workflowName: 'Benchmark',
    graph,
    source: { kind: 'video', name: basename(video), uri: null, path: video, sampleFps: null, durationS, images: null },
    models: Object.fromEntries(
      Object.entries(models).map(([node, path]) => {
        const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
        return [node, { path, name: basename(path), sha256 }]
      }),
    ),
    outboxDir: inRoot('.cache/bench/outbox'),
  }
}
