/** Creates the job of a workflow: resolves its source and its models on this machine. */
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findSam3 } from '../platform/models/sam3-weights.ts'
import { type ConfigOf, withDefaults } from '../shared/blocks/catalogue.ts'
import { type Conversion, givenOptions } from '../shared/domain/conversion.ts'
import { AUTO, type DeviceChoice } from '../shared/domain/device.ts'
import type { RunError } from '../shared/domain/run.ts'
import { SAM3_MISSING } from '../shared/domain/sam3.ts'
import type { ModelFile, RunJob } from '../shared/engine-contract/job.ts'
import type { Graph, GraphNode } from '../shared/graph/graph.ts'
import { deviceOfNode } from '../shared/graph/node-device.ts'
import { saidOf } from '../shared/messages/said.ts'
import { imagesIn, isFolder } from './image-folder.ts'
import { findModel, isTrained, noAppearanceModel, noModel } from './model-files.ts'
import { noExports } from './named-resources.ts'
import { OUTBOX_FOLDER } from './outbox-delivery.ts'
import { sourcePath } from './resources.ts'

export interface JobRequest {
  runId: string
  workflowName: string
  graph: Graph
  /** Relative names in the graph are relative to this. */
  workflowFolder: string
  /** Folder of SAM 3, whether or not it is installed. */
  sam3Folder: string
  outDir: string
  /** Folder of cached detections and tracks; null disables the cache. */
  cacheDir: string | null
  /** Overrides the devices that blocks name; null leaves it to them. */
  device: DeviceChoice | null
  /** File in which `auto` remembers its measurements. */
  deviceChecks: string
  /** Options for the model of the only model block, over those that it has. */
  conversion: Conversion | null
}

/** The graph with its source block set to the file or folder of images of `--source`. */
export function withSource(graph: Graph, file: string): Graph {
  const uri = pathToFileURL(resolve(file)).href
  const sourced = (config: Partial<ConfigOf<'source'>>): Partial<ConfigOf<'source'>> => {
    if (isFolder(file)) {
      return { kind: 'dataset', dataset_project_id: uri, ...(config.sample_fps && { sample_fps: config.sample_fps }) }
    }
    return { ...config, kind: config.kind === 'image' ? 'image' : 'video', gcs_uri: uri }
  }
  return {
    ...graph,
    nodes: graph.nodes.map((n) => (n.type === 'source' ? { ...n, config: sourced(n.config) } : n)),
  }
}

const optionsUnclear = (models: number) => ({
  code: 'graph_invalid',
  message:
    models === 0
      ? 'No block of this workflow has a trained model: leave the options of a model out.'
      : 'Several blocks of this workflow have a model: give each model its options with “sightline models set”.',
})

/** For a graph that validates. An unresolved name is an error value. */
export async function jobOf(request: JobRequest): Promise<RunJob | RunError> {
  const { runId, graph, workflowFolder, sam3Folder, outDir, cacheDir, workflowName, device, deviceChecks } = request
  const source = graph.nodes.find((n) => n.type === 'source')
  const config = withDefaults('source', source?.config)
  if (config.kind === 'export') {
    return { code: 'source_missing', message: noExports(config.export_id ?? ''), node_id: source?.id ?? null }
  }
  const ofImages = config.kind === 'dataset'
  const uri = (ofImages ? config.dataset_project_id : config.gcs_uri) ?? ''
  const path = sourcePath(uri, workflowFolder)
  if (path === null || (ofImages && !isFolder(path))) {
    const message = `The source “${uri}” is not on this machine. Name a file or a folder of images with --source.`
    return { code: 'source_missing', message, node_id: source?.id ?? null }
  }
  const trained = graph.nodes.filter(isTrained)
  if (request.conversion && trained.length !== 1) return { ...optionsUnclear(trained.length), node_id: null }
  const models: Record<string, ModelFile> = {}
  const onDevice = (file: ModelFile, node: GraphNode): ModelFile => ({
    ...file,
    device: device ?? deviceOfNode(node, AUTO),
  })
  for (const node of graph.nodes) {
    if (node.type === 'track') {
      const { tracker, reid_model_id } = withDefaults('track', node.config)
      if (tracker !== 'botsort' || reid_model_id === undefined) continue
      const file = await findModel(reid_model_id, workflowFolder)
      if (file === null) return { code: 'model_missing', message: noAppearanceModel(reid_model_id), node_id: node.id }
      models[node.id] = onDevice(file, node)
    }
    if (node.type !== 'model') continue
    const { model_id = '', model_kind } = withDefaults('model', node.config)
    if (model_kind === 'sam3') {
      const sam3 = await findSam3(sam3Folder)
      if (!sam3) return { code: 'model_missing', ...saidOf(SAM3_MISSING), node_id: node.id }
      models[node.id] = sam3
      continue
    }
    const file = await findModel(model_id, workflowFolder)
    if (file === null) return { code: 'model_missing', message: noModel(model_id), node_id: node.id }
    const conversion = givenOptions(Object.assign({}, file.conversion, request.conversion))
    models[node.id] = onDevice({ ...file, conversion }, node)
  }
  return {
    runId,
    workflowName,
    graph,
    source: {
      kind: config.kind,
      name: basename(path),
      uri,
      path: ofImages ? '' : path,
      images: ofImages ? imagesIn(path) : null,
      sampleFps: config.sample_fps ?? null,
      durationS: null,
    },
    models,
    outDir,
    outboxDir: join(outDir, OUTBOX_FOLDER),
    cacheDir,
    deviceChecks,
  }
}
