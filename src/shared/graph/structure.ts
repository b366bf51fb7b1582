/** Rules about the graph as a whole: one source, everything connected, model before track before measure, limits. */
import { withDefaults } from '../blocks/catalogue.ts'
import { message } from '../messages/message.ts'
import { downstreamOf, type Flow, flowOf, type KnownNode, type Link } from './flow.ts'
import { type Issue, issue } from './issue.ts'
import type { Wires } from './wires.ts'

export const MAX_MODELS = 3

/** The context of the wires that fit. */
export interface Surroundings extends Pick<Wires, 'misfits' | 'frayed'> {
  /** Includes blocks of unknown kinds. */
  nodeCount: number
}

/**
 * Reports causes: the consequences of a missing block, a missing wire or a wrong one are left out. Blocks therefore
 * count as joined even when the wire does not fit, which is reported at the wire.
 */
export function structureIssues(flow: Flow, { misfits, frayed, nodeCount }: Surroundings): Issue[] {
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
