/** Rules about the graph as a whole: one source, everything connected, model before track before measure, limits. */
import { withDefaults } from '../blocks/catalogue.ts'
import { downstreamOf, type Flow, type KnownNode, upstreamOf } from './flow.ts'
import { type Issue, issue } from './issue.ts'

export const MAX_MODELS = 3

export function structureIssues(flow: Flow, nodeCount: number): Issue[] {
  const of = (type: KnownNode['type']) => flow.nodes.filter((n) => n.type === type)
  const [sources, models, tracks, sinks] = [of('source'), of('model'), of('track'), of('sink')]
  return [
    ...sourceIssues(sources),
    ...connectionIssues(flow, sources),
    ...sinkIssues(flow, sinks, nodeCount),
    ...orderIssues(flow, models, tracks),
    ...modelLimits(flow, models, sources),
    ...imageIssues(flow, sources),
  ]
}

function sourceIssues(sources: KnownNode[]): Issue[] {
  if (sources.length === 0) return [issue('source.missing', 'Add a source block: the video or image to look at.')]
  return sources.slice(1).map((n) =>
    issue('source.many', 'A workflow has exactly one source. Remove this one, or make a second workflow.', {
      node_id: n.id,
    }),
  )
}

function connectionIssues(flow: Flow, sources: KnownNode[]): Issue[] {
  const reached = downstreamOf(
    flow,
    sources.map((n) => n.id),
  )
  return flow.nodes
    .filter((n) => n.type !== 'source' && !reached.has(n.id))
    .map((n) =>
      issue('node.unreachable', 'No frames reach this block. Connect it to the source, or remove it.', {
        node_id: n.id,
      }),
    )
}

function sinkIssues(flow: Flow, sinks: KnownNode[], nodeCount: number): Issue[] {
  if (sinks.length === 0) {
    return [
      issue(
        'sink.missing',
        nodeCount === 0
          ? 'Add a sink block for the results.'
          : 'Nothing would be kept: add a sink block for the results.',
      ),
    ]
  }
  const useful = upstreamOf(
    flow,
    sinks.map((n) => n.id),
  )
  return flow.nodes
    .filter((n) => n.type !== 'sink' && !useful.has(n.id))
    .map((n) => issue('branch.no_sink', 'Nothing of this branch is kept: it ends in no sink.', { node_id: n.id }))
}

function orderIssues(flow: Flow, models: KnownNode[], tracks: KnownNode[]): Issue[] {
  const behindModel = downstreamOf(
    flow,
    models.map((n) => n.id),
  )
  const behindTrack = downstreamOf(
    flow,
    tracks.filter((n) => behindModel.has(n.id)).map((n) => n.id),
  )
  return flow.nodes.flatMap((n) => {
    if (n.type === 'track' && !behindModel.has(n.id)) {
      return [
        issue('track.needs_model', 'A track block follows what a model finds. Put a model before it.', {
          node_id: n.id,
        }),
      ]
    }
    if (n.type === 'measure' && !behindTrack.has(n.id)) {
      return [
        issue(
          'measure.needs_track',
          'Counting needs to know who is who. Put a track block, behind a model, before this one.',
          { node_id: n.id },
        ),
      ]
    }
    return []
  })
}

function modelLimits(flow: Flow, models: KnownNode[], sources: KnownNode[]): Issue[] {
  const tooMany = models
    .slice(MAX_MODELS)
    .map((n) =>
      issue('model.too_many', `A workflow has at most ${MAX_MODELS} models. Remove this one.`, { node_id: n.id }),
    )
  const onSource = sources.flatMap((source) =>
    (flow.outOf.get(source.id) ?? [])
      .filter((w) => w.to.type === 'model')
      .slice(MAX_MODELS)
      .map((w) =>
        issue('model.too_many_on_source', `At most ${MAX_MODELS} models can look at one source. Remove this wire.`, {
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
      issue('image.no_time', 'A single image has no movement to track or measure. Use a video, or remove this block.', {
        node_id: n.id,
      }),
    )
}
