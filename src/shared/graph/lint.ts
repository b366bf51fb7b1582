/** Warnings: graphs that run, but are unlikely to be intended. Only for graphs without loops. */
import { type ConfigOf, withDefaults } from '../blocks/catalogue.ts'
import type { Anchor } from '../domain/detection.ts'
import type { NormPoint } from '../domain/geometry.ts'
import { message } from '../messages/message.ts'
import { downstreamOf, type Flow, type KnownNode, topologicalOrder } from './flow.ts'
import { type Issue, issue } from './issue.ts'
import { type ArchitectureOf, type SuitedSources, unsuitedIssues, wholeFrameIssues } from './unsuited-issues.ts'

/** Facts for validation that are not in the graph. */
export interface ValidationContext {
  /** Class names of a model by its name or id; undefined when unknown. */
  classesOf?(modelId: string): readonly string[] | undefined
  suitsOf?: SuitedSources
  /** Architecture of a model by its name or id; undefined when unknown. */
  architectureOf?: ArchitectureOf
}

/** Class names that can reach a node; null when a model upstream does not declare them. */
type Classes = ReadonlySet<string> | null
type KnownClasses = (modelId: string | undefined) => Classes

const listed = (names: readonly string[]) => names.map((n) => `“${n}”`).join(', ')

function emittedBy(node: KnownNode, incoming: Classes, known: KnownClasses): Classes {
  if (node.type === 'model') {
    const config = withDefaults('model', node.config)
    const prompted = config.model_kind === 'sam3' ? new Set(config.prompt_classes.map((p) => p.name)) : null
    return narrowed(prompted ?? known(config.model_id), config.class_filter)
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

/** The set of each model is created once, however many blocks name it. */
function knownClasses({ classesOf }: ValidationContext): KnownClasses {
  const sets = new Map<string, Classes>()
  return (modelId) => {
    if (modelId === undefined) return null
    const made = sets.get(modelId)
    if (made !== undefined) return made
    const names = classesOf?.(modelId)
    const set = names ? new Set(names) : null
    sets.set(modelId, set)
    return set
  }
}

/**
 * Warnings about filters, lines and drawings that name a class which no model before them finds; the config of every
 * node must fit its schema.
 */
function classIssues(flow: Flow, context: ValidationContext): Issue[] {
  const known = knownClasses(context)
  const unite = createUnion()
  const emitted = new Map<string, Classes>()
  const found: Issue[] = []
  for (const node of topologicalOrder(flow)) {
    const incoming = unite(
      (flow.into.get(node.id) ?? [])
        .filter((w) => w.ports.out.type === 'detections')
        .map((w) => emitted.get(w.from.id) ?? null),
    )
    emitted.set(node.id, emittedBy(node, incoming, known))
    found.push(...modelFilterIssues(node, known))
    if (!incoming) continue
    for (const { field, names } of mentioned(node)) {
      const unknown = names.filter((n) => !incoming.has(n))
      if (unknown.length === 0) continue
      const at = { node_id: node.id, field }
      if (node.type === 'filter' && unknown.length === names.length) {
        found.push(issue('lint.filter_drops_all', message('graph.filter_drops_all', { names: listed(unknown) }), at))
      } else {
        found.push(issue('lint.unknown_class', message('graph.unknown_classes', { names: listed(unknown) }), at))
      }
    }
  }
  return found
}

function modelFilterIssues(node: KnownNode, known: KnownClasses): Issue[] {
  if (node.type !== 'model') return []
  const { model_id, class_filter } = withDefaults('model', node.config)
  const classes = known(model_id)
  const unknown = classes ? class_filter.filter((c) => !classes.has(c)) : []
  return unknown.length > 0
    ? [
        issue('lint.unknown_class', message('graph.classes_not_of_model', { names: listed(unknown) }), {
          node_id: node.id,
          field: '/class_filter',
        }),
      ]
    : []
}

/** Limit of copied names per graph; beyond it classes count as unknown, which only costs a warning. */
const MAX_COPIES = 200_000

/** Unites the classes of several wires; null when there is nothing to unite or one of them is unknown. */
function createUnion(): (all: readonly Classes[]) => Classes {
  let copies = 0
  return (all) => {
    const sets = new Set(all)
    const [first = null] = sets
    if (sets.size < 2 || sets.has(null)) return sets.has(null) ? null : first
    const union = new Set<string>()
    for (const set of sets as Set<ReadonlySet<string>>) {
      copies += set.size
      if (copies > MAX_COPIES) return null
      for (const name of set) union.add(name)
    }
    return union
  }
}

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
