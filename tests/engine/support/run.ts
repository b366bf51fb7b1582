/** Runs graphs on the built engine, as hosts do. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createEngine, type EngineOptions } from '../../../src/engine/host/engine-host.ts'
import type { EngineReport, RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import type { Graph, GraphEdge } from '../../../src/shared/graph/graph.ts'
import { bundle, modelFixture } from './bundles.ts'

export const engine = (options: Partial<EngineOptions> = {}) => createEngine({ entry: bundle('engine.js'), ...options })

/** `a>b`, `a.true>b` or `a>b.events` as an edge. */
export function wire(text: string): GraphEdge {
  const [from = '', to = ''] = text.split('>')
  const [source = '', sourceHandle] = from.split('.')
  const [target = '', targetHandle] = to.split('.')
  return { source, target, ...(sourceHandle && { sourceHandle }), ...(targetHandle && { targetHandle }) }
}

/** Nodes as `id: [kind, config]`, wires as `a>b`. The source is named `source` and set for the caller. */
export const graphOf = (nodes: Record<string, [string, object?]>, wires: string[]): Graph => ({
  version: 1,
  nodes: [
    { id: 'source', type: 'source', config: { kind: 'video', gcs_uri: 'test://video' } },
    ...Object.entries(nodes).map(([id, [type, config = {}]]) => ({ id, type, config: { ...config } })),
  ],
  edges: wires.map(wire),
})

export function jobOf(graph: Graph, video: string, outDir: string, model = modelFixture('colours-v8')): RunJob {
  const models = graph.nodes.filter((n) => n.type === 'model')
  return {
    runId: 'test-run',
    workflowName: 'Test',
    graph,
    source: {
      kind: 'video',
      name: basename(video),
      uri: null,
      path: video,
      images: null,
      sampleFps: null,
      durationS: null,
    },
    models: Object.fromEntries(models.map((n) => [n.id, { path: model, name: 'colours', sha256: 'a1' }])),
    outDir,
    outboxDir: join(outDir, 'outbox'),
  }
}

export async function runToEnd(job: RunJob): Promise<RunOutcome & { reports: EngineReport[] }> {
  const reports: EngineReport[] = []
  const outcome = await engine().start(job, (report) => reports.push(report)).done
  return { ...outcome, reports }
}

/** Records of a JSON Lines artifact, without its header. */
export const recordsOf = (outDir: string, name: string): Record<string, unknown>[] =>
  readFileSync(join(outDir, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .slice(1)
