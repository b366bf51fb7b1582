/**
 * Validates a graph. Pure and total: any JSON yields issues, never an exception, in O(n log n) of its size, and at most
 * `MAX_ISSUES` of them. The renderer calls it on every edit, the platform before every run, the command line for files.
 */
import { BLOCK_KINDS, isBlockKind, withDefaults } from '../blocks/catalogue.ts'
import { isDeeperThan } from '../domain/json-bounds.ts'
import { MAX_DEPTH, MAX_EDGES, MAX_ISSUES, MAX_NODES } from '../domain/limits.ts'
import { type Message, message } from '../messages/message.ts'
import { configIssues, geometryIssues } from './config-issues.ts'
import { downstreamOf, type Flow, flowOf, type KnownNode, type Link, loopEdges, type Wires, wiresOf } from './flow.ts'
import { type Graph, WORKFLOW_VERSION } from './graph.ts'
import { type Issue, issue } from './issue.ts'
import { lint, type ValidationContext } from './lint.ts'
import { graphErrors } from './schema-errors.ts'
import { unsetIssues } from './unset-issues.ts'

export function validate(graph: unknown, context: ValidationContext = {}): Issue[] {
  return firstIssues(allIssues(graph, context))
}

/** Keeps errors before warnings when the list is cut, so that those blocking a run are included. */
function firstIssues(all: Issue[]): Issue[] {
  if (all.length <= MAX_ISSUES) return all
  const errors = all.filter((i) => i.severity === 'error')
  const warnings = all.filter((i) => i.severity !== 'error')
  return [
    ...[...errors, ...warnings].slice(0, MAX_ISSUES),
    issue('graph.more_issues', message('graph.more_issues', { max: MAX_ISSUES })),
  ]
}

function allIssues(graph: unknown, context: ValidationContext): Issue[] {
  const shape = shapeIssues(graph)
  if (shape.length > 0) return shape
  const { nodes } = graph as Graph
  const known = knownNodes(nodes)
  const wires = wiresOf(graph as Graph, known.nodes)
  const flow = flowOf([...known.nodes.values()], wires.wires)
  const loops = loopEdges(flow).map((edge_index) =>
    issue('graph.loop', message('wire.loop'), {
      edge_index,
    }),
  )
  const { issues: configs, sound } = checkConfigs(flow.nodes)
  const found = [
    ...known.issues,
    ...wires.issues,
    ...loops,
    ...configs,
    ...sound.flatMap((n) => [...geometryIssues(n), ...unsetIssues(n)]),
    ...structureIssues(flow, { ...wires, nodeCount: nodes.length }),
  ]
  return loops.length === 0 && configs.length === 0 ? [...found, ...lint(flow, context)] : found
}

/** Stops when there are enough issues: the remaining blocks count as broken. */
function checkConfigs(nodes: readonly KnownNode[]): { issues: Issue[]; sound: KnownNode[] } {
  const issues: Issue[] = []
  const sound: KnownNode[] = []
  for (const node of nodes) {
    const found = configIssues(node)
    if (found.length === 0) sound.push(node)
    issues.push(...found)
    if (issues.length > MAX_ISSUES) break
  }
  return { issues, sound }
}

/** Reasons why JSON is no graph; empty for one that may still have other issues. */
export function shapeIssues(graph: unknown): Issue[] {
  if (typeof graph !== 'object' || graph === null || Array.isArray(graph)) {
    return [issue('graph.shape', message('graph.not_an_object'))]
  }
  if (isDeeperThan(graph, MAX_DEPTH)) {
    return [issue('graph.shape', message('graph.too_deep', { max: MAX_DEPTH }))]
  }
  const { version } = graph as { version?: unknown }
  if (version !== WORKFLOW_VERSION) {
    const known = WORKFLOW_VERSION
    const reason =
      typeof version === 'number'
        ? message('graph.other_version', { version, known })
        : message('graph.no_version', { known })
    return [issue('graph.version', reason, { field: '/version' })]
  }
  const tooLarge = sizeIssue(graph as { nodes?: unknown; edges?: unknown })
  if (tooLarge) return [tooLarge]
  const byField = new Map<string, Issue>()
  for (const { keyword, field, problem } of graphErrors(graph)) {
    if (byField.has(field)) continue
    const id = keyword === 'pattern' ? reservedId(graph, field) : null
    byField.set(
      field,
      id === null
        ? issue('graph.shape', malformed(field, keyword, problem), { field })
        : issue('node.reserved_id', message('graph.reserved_id', { id }), { node_id: id }),
    )
  }
  return [...byField.values()]
}

/** The id of a block at this place; null for another field. */
function reservedId(graph: object, field: string): string | null {
  const index = /^\/nodes\/(\d+)\/id$/.exec(field)?.[1]
  return index === undefined ? null : ((graph as Graph).nodes[Number(index)]?.id ?? null)
}

function malformed(place: string, keyword: string, problem: string): Message {
  if (place === '') return message('graph.malformed', { problem })
  return keyword === 'unknown'
    ? message('graph.unknown_field', { place })
    : message('graph.malformed_at', { place, problem })
}

function sizeIssue({ nodes, edges }: { nodes?: unknown; edges?: unknown }): Issue | null {
  if (Array.isArray(nodes) && nodes.length > MAX_NODES) {
    return issue('graph.shape', message('graph.too_many_blocks', { max: MAX_NODES }), { field: '/nodes' })
  }
  if (Array.isArray(edges) && edges.length > MAX_EDGES) {
    return issue('graph.shape', message('graph.too_many_wires', { max: MAX_EDGES }), { field: '/edges' })
  }
  return null
}

function knownNodes(nodes: Graph['nodes']): { nodes: Map<string, KnownNode>; issues: Issue[] } {
  const known = new Map<string, KnownNode>()
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    if (seen.has(node.id)) {
      issues.push(
        issue('node.duplicate_id', message('graph.duplicate_id', { id: node.id }), {
          node_id: node.id,
        }),
      )
      continue
    }
    seen.add(node.id)
    if (isBlockKind(node.type)) known.set(node.id, node as KnownNode)
    else {
      const reason = message('graph.unknown_kind', { kind: node.type, kinds: BLOCK_KINDS.join(', ') })
      issues.push(issue('node.unknown_kind', reason, { node_id: node.id }))
    }
  }
  return { nodes: known, issues }
}

export type { ValidationContext }

const MAX_MODELS = 3

/** The context of the wires that fit. */
interface Surroundings extends Pick<Wires, 'misfits' | 'frayed'> {
  /** Includes blocks of unknown kinds. */
  nodeCount: number
}

/**
 * Rules about the graph as a whole: one source, everything connected, model before track before measure, limits.
 * Reports causes: the consequences of a missing block, a missing wire or a wrong one are left out. Blocks therefore
 * count as joined even when the wire does not fit, which is reported at the wire.
 */
function structureIssues(flow: Flow, { misfits, frayed, nodeCount }: Surroundings): Issue[] {
  const meant = flowOf<Link>(flow.nodes, [...flow.wires, ...misfits])
  const of = (type: KnownNode['type']) => flow.nodes.filter((n) => n.type === type)
  const [sources, models, sinks] = [of('source'), of('model'), of('sink')]
  const unconnected = connectionIssues(meant, frayed, sources)
  return [
    ...sourceIssues(sources),
    ...unconnected,
    ...sinkIssues(sinks, nodeCount),
    // The missing wire may begin at the end of a branch.
    ...(sinks.length > 0 && unconnected.length === 0 ? endIssues(meant, frayed) : []),
    ...orderIssues(meant, sources, models),
    ...modelLimits(flow, models, sources),
    ...imageIssues(flow, sources),
  ]
}

function sourceIssues(sources: KnownNode[]): Issue[] {
  if (sources.length === 0) return [issue('source.missing', message('graph.no_source'))]
  return sources.slice(1).map((n) =>
    issue('source.many', message('graph.many_sources'), {
      node_id: n.id,
    }),
  )
}

/** The first block of each part that has no input; the blocks behind it have their frames when it has. */
function connectionIssues(meant: Flow<Link>, frayed: ReadonlySet<string>, sources: KnownNode[]): Issue[] {
  const waitsForSource = (n: KnownNode) => sources.length === 0 && n.type === 'model'
  return meant.nodes
    .filter((n) => n.type !== 'source' && meant.into.get(n.id)?.length === 0)
    .filter((n) => !frayed.has(n.id) && !waitsForSource(n))
    .map((n) =>
      issue('node.unreachable', message('graph.unreachable'), {
        node_id: n.id,
      }),
    )
}

function sinkIssues(sinks: KnownNode[], nodeCount: number): Issue[] {
  if (sinks.length > 0) return []
  return [issue('sink.missing', message(nodeCount === 0 ? 'graph.empty_no_sink' : 'graph.no_sink'))]
}

/** The last block of each branch; a sink behind it is enough for all blocks before it. */
const endIssues = (meant: Flow<Link>, frayed: ReadonlySet<string>): Issue[] =>
  meant.nodes
    .filter((n) => n.type !== 'sink' && meant.outOf.get(n.id)?.length === 0 && !frayed.has(n.id))
    .map((n) => issue('branch.no_sink', message('graph.branch_without_sink'), { node_id: n.id }))

/** Only for blocks with an incoming wire: one without is missing that first. */
function orderIssues(meant: Flow<Link>, sources: KnownNode[], models: KnownNode[]): Issue[] {
  const behind = (nodes: readonly KnownNode[]) =>
    downstreamOf(
      meant,
      nodes.map((n) => n.id),
    )
  const behindModel = behind(models)
  const behindSource = behind(sources)
  const behindTrack = behind(meant.nodes.filter((n) => n.type === 'track'))
  return meant.nodes.flatMap((n) => {
    if (n.type === 'track' && behindSource.has(n.id) && !behindModel.has(n.id)) {
      return [
        issue('track.needs_model', message('graph.track_needs_model'), {
          node_id: n.id,
        }),
      ]
    }
    if (n.type === 'measure' && (behindSource.has(n.id) || behindModel.has(n.id)) && !behindTrack.has(n.id)) {
      return [issue('measure.needs_track', message('graph.measure_needs_track'), { node_id: n.id })]
    }
    return []
  })
}

function modelLimits(flow: Flow, models: KnownNode[], sources: KnownNode[]): Issue[] {
  const tooMany = models
    .slice(MAX_MODELS)
    .map((n) => issue('model.too_many', message('graph.too_many_models', { max: MAX_MODELS }), { node_id: n.id }))
  const onSource = sources.flatMap((source) =>
    (flow.outOf.get(source.id) ?? [])
      .filter((w) => w.to.type === 'model')
      .slice(MAX_MODELS)
      .map((w) =>
        issue('model.too_many_on_source', message('graph.too_many_models_on_source', { max: MAX_MODELS }), {
          edge_index: w.index,
        }),
      ),
  )
  return [...tooMany, ...onSource]
}

function imageIssues(flow: Flow, sources: KnownNode[]): Issue[] {
  const images = sources.filter((n) => withDefaults('source', n.config).kind === 'image')
  const behind = downstreamOf(
    flow,
    images.map((n) => n.id),
  )
  return flow.nodes
    .filter((n) => behind.has(n.id) && (n.type === 'track' || n.type === 'measure'))
    .map((n) =>
      issue('image.no_time', message('graph.image_has_no_time'), {
        node_id: n.id,
      }),
    )
}
