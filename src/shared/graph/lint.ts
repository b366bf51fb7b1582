/** Warnings: graphs that run, but are unlikely to be intended. Only for graphs without loops. */
import { type ConfigOf, withDefaults } from '../blocks/catalogue.ts'
import type { Anchor } from '../domain/detection.ts'
import type { NormPoint } from '../domain/geometry.ts'
import { message } from '../messages/message.ts'
import { classIssues, type ValidationContext } from './class-issues.ts'
import { downstreamOf, type Flow, type KnownNode } from './flow.ts'
import { type Issue, issue } from './issue.ts'
import { unsuitedIssues, wholeFrameIssues } from './unsuited-issues.ts'

function confidenceIssues(node: KnownNode): Issue[] {
  const code = 'lint.confidence_excludes_all'
  if (node.type === 'model' && withDefaults('model', node.config).confidence_threshold >= 1) {
    return [
      issue(code, message('graph.model_confidence_excludes_all'), {
        node_id: node.id,
        field: '/confidence_threshold',
      }),
    ]
  }
  if (node.type === 'filter' && withDefaults('filter', node.config).min_confidence >= 1) {
    return [
      issue(code, message('graph.filter_confidence_excludes_all'), {
        node_id: node.id,
        field: '/min_confidence',
      }),
    ]
  }
  if (node.type === 'track' && withDefaults('track', node.config).new_track_threshold >= 1) {
    return [
      issue(code, message('graph.track_confidence_excludes_all'), {
        node_id: node.id,
        field: '/new_track_threshold',
      }),
    ]
  }
  return []
}

/** Frame borders that the anchor of a box inside the frame can't lie on. */
const UNREACHABLE_BORDERS: Record<Anchor, readonly ((p: NormPoint) => boolean)[]> = (() => {
  const left = (p: NormPoint) => p[0] <= 0
  const right = (p: NormPoint) => p[0] >= 1
  const top = (p: NormPoint) => p[1] <= 0
  const bottom = (p: NormPoint) => p[1] >= 1
  return {
    bottom_center: [left, right, top],
    center: [left, right, top, bottom],
    top_left: [right, bottom],
    top_right: [left, bottom],
    bottom_left: [right, top],
    bottom_right: [left, top],
  }
})()

function unreachableIssues(node: KnownNode): Issue[] {
  if (node.type !== 'measure') return []
  const { geometries, anchor } = withDefaults('measure', node.config) as ConfigOf<'measure'>
  return geometries.flatMap((g, i) =>
    g.points.length > 0 && UNREACHABLE_BORDERS[anchor].some((onBorder) => g.points.every(onBorder))
      ? [
          issue('lint.unreachable_geometry', message('graph.unreachable_geometry', { name: g.name }), {
            node_id: node.id,
            field: `/geometries/${i}/points`,
          }),
        ]
      : [],
  )
}

function trackerIssues(flow: Flow): Issue[] {
  const trackers = flow.nodes.filter((n) => n.type === 'track')
  const behind = downstreamOf(
    flow,
    trackers.map((n) => n.id),
  )
  const twice = trackers
    .filter((n) => behind.has(n.id))
    .map((n) =>
      issue('lint.tracker_upstream', message('graph.tracker_upstream'), {
        node_id: n.id,
      }),
    )
  const tracked = downstreamOf(
    flow,
    trackers.map((n) => n.id),
    (w) => w.ports.out.type === 'detections' && w.to.type !== 'crop',
  )
  const untracked = flow.nodes
    .filter((n) => n.type === 'measure' && behind.has(n.id) && !tracked.has(n.id))
    .map((n) => issue('lint.untracked_measure', message('graph.untracked_measure'), { node_id: n.id }))
  const loose = downstreamOf(
    flow,
    flow.nodes.filter((n) => n.type === 'model').map((n) => n.id),
    (w) => w.ports.out.type === 'detections' && w.to.type !== 'crop' && w.to.type !== 'track',
  )
  const partly = flow.nodes
    .filter((n) => n.type === 'measure' && tracked.has(n.id) && loose.has(n.id))
    .map((n) => issue('lint.partly_tracked', message('graph.partly_tracked'), { node_id: n.id }))
  const lines = flow.nodes
    .filter((n) => n.type === 'condition' && !tracked.has(n.id) && flow.into.get(n.id)?.length !== 0)
    .flatMap((n) =>
      withDefaults('condition', n.config).rules.flatMap((rule, i) =>
        rule.subject === 'line'
          ? [
              issue('lint.untracked_line', message('graph.untracked_line', { rule: i + 1 }), {
                node_id: n.id,
                field: `/rules/${i}`,
              }),
            ]
          : [],
      ),
    )
  return [...twice, ...untracked, ...partly, ...lines]
}

function holdIssues(node: KnownNode): Issue[] {
  if (node.type !== 'condition') return []
  const { hold_n, hold_m } = withDefaults('condition', node.config)
  if (hold_n <= hold_m) return []
  return [
    issue('lint.never_true', message('graph.never_true', { n: hold_n, m: hold_m }), {
      node_id: node.id,
      field: '/hold_n',
    }),
  ]
}

/** A file whose name is taken gets a number appended, which hides the sink that wrote it. */
function filenameIssues(flow: Flow): Issue[] {
  const taken = new Set<string>()
  return flow.nodes.flatMap((n) => {
    if (n.type !== 'sink') return []
    const { kind, filename = n.id } = withDefaults('sink', n.config)
    if (kind === 'webhook') return []
    // Only a CSV has a file for each type; no two names may be the same on any file system.
    const types = kind === 'csv' ? (flow.into.get(n.id) ?? []).map((w) => w.ports.out.type) : ['any']
    const names = [...new Set(types)].map((type) => `${kind} ${type} ${filename.toLowerCase()}`)
    const isTaken = names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    const reason = message('graph.same_filename', { name: filename })
    return isTaken ? [issue('lint.same_filename', reason, { node_id: n.id, field: '/filename' })] : []
  })
}

/** All warnings that need more than one field; the config of every node must fit its schema. */
export function lint(flow: Flow, context: ValidationContext): Issue[] {
  return [
    ...classIssues(flow, context),
    ...flow.nodes.flatMap((n) => [...confidenceIssues(n), ...unreachableIssues(n), ...holdIssues(n)]),
    ...trackerIssues(flow),
    ...(context.suitsOf ? unsuitedIssues(flow, context.suitsOf) : []),
    ...(context.architectureOf ? wholeFrameIssues(flow, context.architectureOf) : []),
    ...filenameIssues(flow),
  ]
}

export type { ValidationContext }
