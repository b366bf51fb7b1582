/** Checks whether a graph can be run: its structure, and the files and models that it names. */
import { ApiError } from '../../../shared/api/errors.ts'
import { AUTO, CPU } from '../../../shared/domain/device.ts'
import { SAM3_MISSING } from '../../../shared/domain/installed-models.ts'
import type { ModelFile } from '../../../shared/engine-contract/job.ts'
import type { Graph, GraphNode } from '../../../shared/graph/graph.ts'
import { type Issue, issue } from '../../../shared/graph/issue.ts'
import { deviceOfNode, ownDevice } from '../../../shared/graph/node-device.ts'
import { validate } from '../../../shared/graph/validate.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { type DatasetRepository, typesOf } from '../../datasets/datasets.ts'
import { modelField, namedModels, text } from '../../db/references/named-resources.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type Devices, reasonOf } from '../../models/devices/devices.ts'
import type { Models, UsableModel } from '../../models/models.ts'
import type { FindRunMedia, FoundMedia, NoMedia, RunMedia, SourceConfig } from './run-media.ts'

export interface Readiness {
  issues: Issue[]
  /** By node id, for models that were found and are ready. */
  models: Record<string, ModelFile>
}

/** A graph is not changed once it was checked: its structural issues are kept. */
export type CheckRunnable = (graph: Graph, caller: Caller) => Promise<Readiness>

/**
 * Checks the device that a model block names. Warnings only: the engine falls back to the CPU.
 * Devices are read only for a block that names one: the first reading takes seconds.
 */
async function deviceIssues(node: GraphNode, devices: Devices): Promise<Issue[]> {
  const own = ownDevice(node)
  if (own === null || own === AUTO || own === CPU || node.config.model_kind === 'sam3') return []
  const at = { node_id: node.id, field: '/device' }
  const device = (await devices.found()).find(({ id }) => id === own)
  if (!device) return [issue('resource.device_missing', message('readiness.device_missing', { device: own }), at)]
  if (device.available) return []
  const reason = message('readiness.device_unavailable', { name: device.name, reason: reasonOf(device) })
  return [issue('resource.device_unavailable', reason, at)]
}

export interface RunnableCheckOptions {
  models: Models
  devices: Devices
  findMedia: FindRunMedia
  datasets: DatasetRepository
  whyNotCallable(url: string): Message | null
}

export function createRunnableCheck(options: RunnableCheckOptions): CheckRunnable {
  const { models, devices, findMedia, datasets, whyNotCallable } = options
  /** By graph, with the facts of its models that the issues depend on. */
  const structures = new WeakMap<Graph, { facts: readonly unknown[]; issues: readonly Issue[] }>()
  function structureOf(
    graph: Graph,
    found: ReadonlyMap<string, UsableModel | null>,
    kinds: ReadonlyMap<GraphNode, RunMedia['kind']>,
  ): readonly Issue[] {
    const ofModels = [...found].flatMap(([name, model]) => [name, model?.classes, model?.suits, model?.architecture])
    const facts: readonly unknown[] = [...ofModels, ...kinds.values()]
    const known = structures.get(graph)
    if (known?.facts.length === facts.length && known.facts.every((fact, i) => fact === facts[i])) return known.issues
    const issues = validate(withKinds(graph, kinds), {
      classesOf: (name) => found.get(name)?.classes,
      suitsOf: (name) => found.get(name)?.suits,
      architectureOf: (name) => found.get(name)?.architecture,
    })
    structures.set(graph, { facts, issues })
    return issues
  }

  async function findModels(graph: Graph, caller: Caller): Promise<Map<string, UsableModel | null>> {
    const found = new Map<string, UsableModel | null>()
    for (const { name } of namedModels(graph)) {
      if (!found.has(name)) found.set(name, await models.find(caller, name))
    }
    return found
  }

  /** Checks the media of a source, and notes what its file is. */
  async function sourceIssues(node: GraphNode, caller: Caller, files: SourceFiles): Promise<Issue[]> {
    const source = await mediaOf(node, caller, findMedia)
    if (source === null) return []
    if (!source.ok) return [sourceIssue(node, source.problem)]
    const { kind, name } = source.media
    if (kind === declaredKind(node)) return []
    files.kinds.set(node, kind)
    if (kind === 'image') files.image = name
    return []
  }

  async function resourceIssues(node: GraphNode, caller: Caller, files: SourceFiles): Promise<Issue[]> {
    switch (node.type) {
      case 'model':
        return deviceIssues(node, devices)
      case 'source':
        return sourceIssues(node, caller, files)
      case 'sink':
        return [...webhookIssues(node, whyNotCallable), ...(await annotationIssues(node, caller, datasets))]
      default:
        return []
    }
  }

  async function readyModels(graph: Graph, found: ReadonlyMap<string, UsableModel | null>): Promise<Readiness> {
    const chosen = await devices.chosen()
    const issues: Issue[] = []
    const ready: Readiness['models'] = Object.create(null)
    for (const node of graph.nodes.filter((n) => n.type === 'model' && n.config.model_kind === 'sam3')) {
      const sam3 = await models.findSam3()
      if (sam3) ready[node.id] = sam3
      else issues.push(issue('resource.sam3_not_installed', SAM3_MISSING, { node_id: node.id, field: '/model_kind' }))
    }
    for (const { node, name } of namedModels(graph)) {
      const model = found.get(name) ?? null
      if (model?.status === 'ready') ready[node.id] = { ...model.file, device: deviceOfNode(node, chosen) }
      else issues.push(modelIssue(node, name, model))
    }
    return { issues, models: ready }
  }

  return async (graph, caller) => {
    const found = await findModels(graph, caller)
    const files: SourceFiles = { kinds: new Map(), image: null }
    const resources: Issue[] = []
    for (const node of graph.nodes) resources.push(...(await resourceIssues(node, caller, files)))
    const structure = structureOf(graph, found, files.kinds)
    const named = files.image === null ? structure : structure.map(naming(files.image))
    const { issues, models } = await readyModels(graph, found)
    return { issues: [...named, ...resources, ...issues], models }
  }
}

interface SourceFiles {
  /** Kinds of sources whose files are something else than their blocks call them. */
  kinds: Map<GraphNode, RunMedia['kind']>
  /** Name of a file among them that is an image. */
  image: string | null
}

/** The block calls the file a video: the sentence says which file is an image. */
const naming =
  (file: string) =>
  (found: Issue): Issue =>
    found.code === 'image.no_time' ? { ...found, ...saidOf(message('graph.image_file_has_no_time', { file })) } : found

const declaredKind = (node: GraphNode): unknown => node.config.kind ?? 'video'

function withKinds(graph: Graph, kinds: ReadonlyMap<GraphNode, RunMedia['kind']>): Graph {
  if (kinds.size === 0) return graph
  const nodes = graph.nodes.map((node) => {
    const kind = kinds.get(node)
    return kind === undefined ? node : { ...node, config: { ...node.config, kind } }
  })
  return { ...graph, nodes }
}

/** Null for a source that is not chosen yet, which is left to the structural check. */
async function mediaOf(node: GraphNode, caller: Caller, findMedia: FindRunMedia): Promise<FoundMedia | null> {
  const { gcs_uri, dataset_project_id, export_id, directory_path } = node.config as Record<string, unknown>
  const kind = declaredKind(node)
  const chosen = text(kind === 'dataset' ? dataset_project_id : kind === 'export' ? export_id : gcs_uri)
  const isOdd = directory_path !== undefined && typeof directory_path !== 'string'
  if (chosen === null || isOdd) return null
  return findMedia(node.config as SourceConfig, caller).catch(asProblem)
}

const sourceIssue = (node: GraphNode, problem: NoMedia): Issue =>
  issue(problem.code, problem, { node_id: node.id, field: problem.field })

function asProblem(error: unknown): FoundMedia {
  if (!(error instanceof ApiError)) throw error
  return { ok: false, problem: { code: 'config.invalid', ...saidOf(error), field: '/directory_path' } }
}

async function annotationIssues(node: GraphNode, caller: Caller, datasets: DatasetRepository): Promise<Issue[]> {
  const name = node.config.kind === 'annotations' ? text(node.config.dataset_project_id) : null
  if (name === null) return []
  const at = { node_id: node.id, field: '/dataset_project_id' }
  const dataset = await datasets.find(caller.organizationId, name)
  if (!dataset) return [issue('resource.dataset_missing', message('readiness.dataset_missing', { name }), at)]
  if (typesOf(dataset).some((type) => type === 'bbox' || type === 'polygon')) return []
  return [
    issue('resource.dataset_refuses_boxes', message('readiness.dataset_refuses_boxes', { name: dataset.name }), at),
  ]
}

function webhookIssues(node: GraphNode, whyNotCallable: (url: string) => Message | null): Issue[] {
  const url = node.config.kind === 'webhook' ? text(node.config.url) : null
  const reason = url === null ? null : whyNotCallable(url)
  return reason === null ? [] : [issue('resource.webhook_not_public', reason, { node_id: node.id, field: '/url' })]
}

function modelIssue(node: GraphNode, name: string, model: UsableModel | null): Issue {
  const at = { node_id: node.id, field: `/${modelField(node) ?? 'model_id'}` }
  if (!model) {
    return issue('resource.model_missing', message('readiness.model_missing', { name }), at)
  }
  const reason = message('readiness.model_not_ready', { name, status: model.status })
  return issue('resource.model_not_ready', reason, at)
}
