/** A workflow on this machine: its file, the resources that it names, and the job of a run. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RunFailure, toRunError } from '../engine/core/run-failure.ts'
import { findSam3 } from '../platform/models/sam3-weights.ts'
import { whyNotPublic } from '../platform/work/webhooks/public-url.ts'
import { type ConfigOf, withDefaults } from '../shared/blocks/catalogue.ts'
import { type Conversion, givenOptions } from '../shared/domain/conversion.ts'
import { AUTO, type DeviceChoice } from '../shared/domain/device.ts'
import { SAM3_MISSING } from '../shared/domain/installed-models.ts'
import type { RunError } from '../shared/domain/run.ts'
import { VERSION } from '../shared/domain/version.ts'
import type { ModelFile, RunJob } from '../shared/engine-contract/job.ts'
import { workflowNameOf } from '../shared/graph/bare-graph.ts'
import { effectiveGraph } from '../shared/graph/effective-graph.ts'
import { type Graph, type GraphNode, WORKFLOW_VERSION } from '../shared/graph/graph.ts'
import { type Issue, issue } from '../shared/graph/issue.ts'
import { migrated, migratedFile, newerFile, withoutSchemaAddress } from '../shared/graph/migrations.ts'
import { deviceOfNode } from '../shared/graph/node-device.ts'
import { isWorkflowFile } from '../shared/graph/schema-errors.ts'
import { saidOf } from '../shared/messages/message.ts'
import {
  findModel,
  imagesIn,
  isFolder,
  isTrained,
  noAppearanceModel,
  noModel,
  OUTBOX_FOLDER,
  sourcePath,
} from './resources.ts'
import { CommandFailure, EXIT } from './terminal.ts'

interface LoadedWorkflow {
  name: string
  /** Not yet validated: any JSON. Muted and bypassed blocks are already removed. */
  graph: unknown
}

/**
 * Reads a workflow from disk: a `.sightline.json` file, or a bare graph. Raises a `CommandFailure` with exit code 2
 * when the file can't be read or is not JSON.
 */
export async function loadWorkflow(path: string): Promise<LoadedWorkflow> {
  const value = migratedFile(withoutSchemaAddress(await readJson(path)))
  const name = workflowNameOf(basename(path))
  if (typeof value !== 'object' || value === null || !('format' in value))
    return { name, ...migrated({ graph: value }) }
  if (isWorkflowFile(value)) {
    return { name: value.name, graph: effectiveGraph(value.graph, value.layout).graph }
  }
  const file = value as { format: unknown; version?: unknown; graph?: unknown; name?: unknown }
  if (file.format !== 'sightline-workflow') throw unreadable(`“${path}” is not a Sightline workflow.`)
  const newer = newerFile(value)
  if (newer) {
    const needs = newer.requires === null ? 'a newer version of Sightline' : `Sightline ${newer.requires} or later`
    throw unreadable(`“${path}” needs ${needs}. This is Sightline ${VERSION}. Update it, or save the workflow again.`)
  }
  if (file.version !== WORKFLOW_VERSION) {
    throw unreadable(`“${path}” has no version that Sightline reads. Save the workflow again.`)
  }
  return { name: typeof file.name === 'string' && file.name ? file.name : name, graph: file.graph }
}

async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw unreadable(`There is no file “${path}”.`)
    if (code === 'EISDIR') throw unreadable(`“${path}” is a folder. Name a workflow file.`)
    throw unreadable(`“${path}” can’t be read. Check that you may read it.`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const where = error instanceof Error ? ` (${error.message})` : ''
    throw unreadable(`“${path}” is not JSON${where}.`)
  }
}

const unreadable = (message: string) => new CommandFailure(message, EXIT.unreadable)

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

/** A file that can't be a model is an error value too. */
function refusal(error: unknown): RunFailure {
  if (error instanceof RunFailure) return error
  throw error
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
  const models: Record<string, ModelFile> = Object.create(null)
  const onDevice = (file: ModelFile, node: GraphNode): ModelFile => ({
    ...file,
    device: device ?? deviceOfNode(node, AUTO),
  })
  for (const node of graph.nodes) {
    if (node.type === 'track') {
      const { tracker, reid_model_id } = withDefaults('track', node.config)
      if (tracker !== 'botsort' || reid_model_id === undefined) continue
      const file = await findModel(reid_model_id, workflowFolder).catch(refusal)
      if (file instanceof RunFailure) return { ...toRunError(file), node_id: node.id }
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
    const file = await findModel(model_id, workflowFolder).catch(refusal)
    if (file instanceof RunFailure) return { ...toRunError(file), node_id: node.id }
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

interface Folders {
  /** Relative names in the graph are relative to this. */
  workflow: string
  sam3: string
}

export interface NamedResource {
  /** Title in lists: `the model “street”`. */
  title: string
  /** The issue with it on this machine; null without an issue. */
  check(folders: Folders): Promise<Issue | null>
}

/**
 * The resources that a workflow names beyond its graph: the file or folder of its source, models, data sets and web
 * addresses. The graph has been validated: the configs of all blocks fit their schemas.
 */
export const namedResources = ({ nodes }: Graph): NamedResource[] => nodes.flatMap(resourcesOf)

function resourcesOf(node: GraphNode): NamedResource[] {
  switch (node.type) {
    case 'source':
      return [sourceOf(node)]
    case 'model': {
      const { model_kind, model_id = '' } = withDefaults('model', node.config)
      return model_kind === 'sam3' ? [sam3Of(node)] : [modelOf(node, model_id, noModel(model_id), '/model_id')]
    }
    case 'track': {
      const { tracker, reid_model_id } = withDefaults('track', node.config)
      if (tracker !== 'botsort' || reid_model_id === undefined) return []
      return [modelOf(node, reid_model_id, noAppearanceModel(reid_model_id), '/reid_model_id')]
    }
    case 'sink': {
      const { kind, url } = withDefaults('sink', node.config)
      return kind === 'webhook' && url ? [addressOf(node, url)] : []
    }
    default:
      return []
  }
}

function sourceOf(node: GraphNode): NamedResource {
  const { kind, gcs_uri = '', dataset_project_id = '', export_id = '' } = withDefaults('source', node.config)
  if (kind === 'export') return exportOf(node, export_id)
  const ofImages = kind === 'dataset'
  const uri = ofImages ? dataset_project_id : gcs_uri
  return {
    title: `the ${ofImages ? 'folder' : 'file'} “${uri}”`,
    async check({ workflow }) {
      const path = sourcePath(uri, workflow)
      if (path !== null && (ofImages ? isFolder(path) : existsSync(path))) return null
      const message = `The source “${uri}” is not on this machine. Name a file or a folder of images with --source.`
      const field = ofImages ? '/dataset_project_id' : '/gcs_uri'
      return issue('resource.source_missing', message, { node_id: node.id, field })
    },
  }
}

const exportOf = (node: GraphNode, id: string): NamedResource => ({
  title: `the export “${id}”`,
  check: async () => issue('source.unavailable', noExports(id), { node_id: node.id, field: '/export_id' }),
})

const modelOf = (node: GraphNode, name: string, message: string, field: string): NamedResource => ({
  title: `the model “${name}”`,
  async check({ workflow }) {
    const at = { node_id: node.id, field }
    try {
      return (await findModel(name, workflow)) ? null : issue('resource.model_missing', message, at)
    } catch (error) {
      if (!(error instanceof RunFailure || error instanceof CommandFailure)) throw error
      return issue('resource.model_missing', error.message, at)
    }
  },
})

const sam3Of = (node: GraphNode): NamedResource => ({
  title: 'SAM 3',
  check: async ({ sam3 }) =>
    (await findSam3(sam3))
      ? null
      : issue('resource.sam3_not_installed', SAM3_MISSING, { node_id: node.id, field: '/model_kind' }),
})

const addressOf = (node: GraphNode, url: string): NamedResource => ({
  title: `the address “${url}”`,
  async check() {
    const message = whyNotPublic(url)
    return message === null ? null : issue('resource.webhook_not_public', message, { node_id: node.id, field: '/url' })
  },
})

/** Exports are on a server; the command line runs workflows without one. */
const noExports = (id: string): string =>
  `The export “${id}” is not on this machine. Name a file or a folder of images with --source.`
