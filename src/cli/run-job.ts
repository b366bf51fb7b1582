/** Makes a job of a workflow: resolves its source and its models on this machine. */
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fileDigest } from '../engine/sinks/digest.ts'
import { withDefaults } from '../shared/blocks/catalogue.ts'
import type { ModelFile, RunJob } from '../shared/domain/job.ts'
import type { RunError } from '../shared/domain/run.ts'
import type { Graph } from '../shared/graph/graph.ts'
import { modelPath, sourcePath } from './resources.ts'

export interface JobRequest {
  runId: string
  workflowName: string
  graph: Graph
  /** Relative names in the graph are relative to this. */
  workflowFolder: string
  outDir: string
}

/** The graph with its source block set to a file, as `--source` asks. */
export function withSource(graph: Graph, file: string): Graph {
  const gcs_uri = pathToFileURL(resolve(file)).href
  return {
    ...graph,
    nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config: { ...n.config, gcs_uri } } : n)),
  }
}

/** For a graph that validates. A name that leads nowhere is an error value. */
export async function jobOf(request: JobRequest): Promise<RunJob | RunError> {
  const { runId, graph, workflowFolder, outDir, workflowName } = request
  const source = graph.nodes.find((n) => n.type === 'source')
  const config = withDefaults('source', source?.config)
  const uri = config.gcs_uri ?? ''
  const path = sourcePath(uri, workflowFolder)
  if (path === null) {
    const message = `The source “${uri}” is not on this machine. Name a file with --source.`
    return { code: 'source_missing', message, node_id: source?.id ?? null }
  }
  const models: Record<string, ModelFile> = {}
  for (const node of graph.nodes) {
    if (node.type !== 'model') continue
    const { model_id = '', model_kind } = withDefaults('model', node.config)
    if (model_kind !== 'trained') continue
    const file = modelPath(model_id, workflowFolder)
    if (file === null) {
      const message = `There is no model “${model_id}”. Use the path of an ONNX file, or the name of a bundled model.`
      return { code: 'model_missing', message, node_id: node.id }
    }
    models[node.id] = { path: file, name: model_id, sha256: await fileDigest(file) }
  }
  return {
    runId,
    workflowName,
    graph,
    source: {
      kind: config.kind,
      name: basename(path),
      uri,
      path,
      sampleFps: config.sample_fps ?? null,
      durationS: null,
    },
    models,
    outDir,
  }
}
