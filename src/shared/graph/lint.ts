/** Warnings: graphs that run, but hardly do what their author wants. Only for graphs without loops. */
import { type ConfigOf, withDefaults } from '../blocks/catalogue.ts'
import type { Anchor } from '../domain/detection.ts'
import type { NormPoint } from '../domain/geometry.ts'
import { downstreamOf, type Flow, type KnownNode, topologicalOrder } from './flow.ts'
import { type Issue, issue } from './issue.ts'
import { type SuitedSources, unsuitedIssues } from './unsuited-issues.ts'

/** What validation can't know from the graph alone. */
export interface ValidationContext {
  /** Class names of a model by its name or id; undefined when unknown. */
  classesOf?(modelId: string): readonly string[] | undefined
  suitsOf?: SuitedSources
}

/** Class names that can reach a node; null when a model upstream does not say. */
type Classes = ReadonlySet<string> | null

const listed = (names: readonly string[]) => names.map((n) => `“${n}”`).join(', ')

function emittedBy(node: KnownNode, incoming: Classes, context: ValidationContext): Classes {
  if (node.type === 'model') {
    const config = withDefaults('model', node.config)
    const names =
      config.model_kind === 'sam3'
        ? config.prompt_classes.map((p) => p.name)
        : config.model_id === undefined
          ? undefined
          : context.classesOf?.(config.model_id)
    return narrowed(names ? new Set(names) : null, config.class_filter)
  }
  if (node.type === 'filter') return narrowed(incoming, withDefaults('filter', node.config).keep_classes)
  return incoming
}

const narrowed = (classes: Classes, keep: readonly string[]): Classes =>
  keep.length === 0 ? classes : new Set(classes ? keep.filter((k) => classes.has(k)) : keep)

/** The class names that a block mentions, by field. */
function mentioned(node: KnownNode): { field: string; names: readonly string[] }[] {
  switch (node.type) {
    case 'filter':
      return [{ field: '/keep_classes', names: withDefaults('filter', node.config).keep_classes }]
    case 'crop':
      return [{ field: '/source_classes', names: withDefaults('crop', node.config).source_classes }]
    case 'visualize':
      return [{ field: '/blur_classes', names: withDefaults('visualize', node.config).blur_classes }]
    case 'condition':
      return withDefaults('condition', node.config).rules.map((r, i) => ({
        field: `/rules/${i}/class_name`,
        names: r.class_name ? [r.class_name] : [],
      }))
    case 'measure':
      return withDefaults('measure', node.config).geometries.map((g, i) => ({
        field: `/geometries/${i}/classes`,
        names: g.classes ?? [],
      }))
    default:
      return []
  }
}

function classIssues(flow: Flow, context: ValidationContext): Issue[] {
  const emitted = new Map<string, Classes>()
  const found: Issue[] = []
  for (const node of topologicalOrder(flow)) {
    const incoming = unite(
      (flow.into.get(node.id) ?? [])
        .filter((w) => w.ports.out.type === 'detections')
        .map((w) => emitted.get(w.from.id) ?? null),
    )
    emitted.set(node.id, emittedBy(node, incoming, context))
    found.push(...modelFilterIssues(node, context))
    if (!incoming) continue
    for (const { field, names } of mentioned(node)) {
      const unknown = names.filter((n) => !incoming.has(n))
      if (unknown.length === 0) continue
      const at = { node_id: node.id, field }
      if (node.type === 'filter' && unknown.length === names.length) {
        found.push(
          issue(
            'lint.filter_drops_all',
            `Nothing passes this filter: no model before it finds ${listed(unknown)}.`,
            at,
          ),
        )
      } else {
        found.push(issue('lint.unknown_class', `No model before this block finds ${listed(unknown)}.`, at))
      }
    }
  }
  return found
}

function modelFilterIssues(node: KnownNode, context: ValidationContext): Issue[] {
  if (node.type !== 'model') return []
  const { model_id, class_filter } = withDefaults('model', node.config)
  const known = model_id === undefined ? undefined : context.classesOf?.(model_id)
  const unknown = known ? class_filter.filter((c) => !known.includes(c)) : []
  return unknown.length > 0
    ? [
        issue('lint.unknown_class', `This model does not know ${listed(unknown)}.`, {
          node_id: node.id,
          field: '/class_filter',
        }),
      ]
    : []
}

/** Null when there is nothing to unite or one of them is unknown. */
function unite(all: readonly Classes[]): Classes {
  const union = new Set<string>()
  for (const one of all) {
    if (!one) return null
    for (const name of one) union.add(name)
  }
  return all.length > 0 ? union : null
}

function confidenceIssues(node: KnownNode): Issue[] {
  const code = 'lint.confidence_excludes_all'
  if (node.type === 'model' && withDefaults('model', node.config).confidence_threshold >= 1) {
    return [
      issue(code, 'At a confidence of 1 the model finds nothing. Lower it.', {
        node_id: node.id,
        field: '/confidence_threshold',
      }),
    ]
  }
  if (node.type === 'filter' && withDefaults('filter', node.config).min_confidence >= 1) {
    return [
      issue(code, 'At a minimum confidence of 1 nothing passes. Lower it.', {
        node_id: node.id,
        field: '/min_confidence',
      }),
    ]
  }
  if (node.type === 'track' && withDefaults('track', node.config).new_track_threshold >= 1) {
    return [
      issue(code, 'No detection reaches a confidence of 1, so no track starts. Lower it.', {
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
          issue(
            'lint.unreachable_geometry',
            `“${g.name}” lies on the border of the frame, where no object's anchor can be.`,
            {
              node_id: node.id,
              field: `/geometries/${i}/points`,
            },
          ),
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
      issue('lint.tracker_upstream', 'Another tracker comes before this one, and its ids get lost here. Remove one.', {
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
    .map((n) =>
      issue(
        'lint.untracked_measure',
        'No track reaches this block: behind a crop, detections are new. Track them again.',
        { node_id: n.id },
      ),
    )
  const lines = flow.nodes
    .filter((n) => n.type === 'condition' && !tracked.has(n.id))
    .flatMap((n) =>
      withDefaults('condition', n.config).rules.flatMap((rule, i) =>
        rule.subject === 'line'
          ? [
              issue(
                'lint.untracked_line',
                `Rule ${i + 1} counts tracks that cross its line. Put a tracker before it.`,
                {
                  node_id: n.id,
                  field: `/rules/${i}`,
                },
              ),
            ]
          : [],
      ),
    )
  return [...twice, ...untracked, ...lines]
}

function holdIssues(node: KnownNode): Issue[] {
  if (node.type !== 'condition') return []
  const { hold_n, hold_m } = withDefaults('condition', node.config)
  if (hold_n <= hold_m) return []
  const message = `${hold_n} of the last ${hold_m} frames is never reached. Lower the first number or raise the second.`
  return [issue('lint.never_true', message, { node_id: node.id, field: '/hold_n' })]
}

/** All warnings that need more than one field; the config of every node must fit its schema. */
export function lint(flow: Flow, context: ValidationContext): Issue[] {
  return [
    ...classIssues(flow, context),
    ...flow.nodes.flatMap((n) => [...confidenceIssues(n), ...unreachableIssues(n), ...holdIssues(n)]),
    ...trackerIssues(flow),
    ...(context.suitsOf ? unsuitedIssues(flow, context.suitsOf) : []),
  ]
}
