/**
 * Adds blocks to a plan that record and display a run for its inspector: they get the same packets as the sinks, and
 * are checkpointed like all others.
 */
import { withDefaults } from '../../shared/blocks/catalogue.ts'
import { type AnyPlannedNode, type Inlet, type Plan, type PlannedNode, upstream } from '../nodes/plan.ts'

/** Records the detections of each frame, records events, displays a frame. */
export type WatcherKind = 'frames' | 'events' | 'picture'

const WATCHER_KINDS: readonly WatcherKind[] = ['frames', 'events', 'picture']

export type Watchers = Partial<Record<WatcherKind, PlannedNode<'sink'>>>

/** Nothing is recorded for a graph without detections or measurements. */
export function watchersOf(plan: Plan): Watchers {
  const taken = new Set(plan.nodes.map((n) => n.id))
  const block = (name: string, inlets: readonly Inlet[]): PlannedNode<'sink'> => {
    let id = name
    while (taken.has(id)) id += '-'
    taken.add(id)
    return { id, kind: 'sink', config: withDefaults('sink', { kind: 'json' }), inlets }
  }
  const shown = shownDetections(plan)
  const events = plan.nodes
    .filter((n) => n.kind === 'measure')
    .map(({ id }): Inlet => ({ from: id, output: 'events', type: 'events' }))
  return {
    ...(shown.length > 0 && { frames: block('inspection-frames', shown) }),
    ...(events.length > 0 && { events: block('inspection-events', events) }),
    picture: block('inspection-picture', [...picture(plan), ...shown, ...events]),
  }
}

/** The output of the first block that draws; without one, the source frame. */
function picture({ nodes, source }: Plan): Inlet[] {
  const drawing = nodes.find((n) => n.kind === 'visualize') ?? source
  return [{ from: drawing.id, output: 'frames', type: 'frames' }]
}

/**
 * The detections to display: those that are drawn or measured, and of models that feed neither, those that are written,
 * tracked or found.
 */
function shownDetections({ nodes }: Plan): Inlet[] {
  const byId = new Map(nodes.map((n) => [n.id, n]))
  const of = (kind: AnyPlannedNode['kind']) => nodes.filter((n) => n.kind === kind)
  const into = (node: AnyPlannedNode) => node.inlets.filter(({ type }) => type === 'detections')
  const from = ({ id }: AnyPlannedNode): Inlet => ({ from: id, output: 'detections', type: 'detections' })
  const modelsOf = ({ from }: Inlet): AnyPlannedNode[] => {
    const node = byId.get(from) as AnyPlannedNode
    return [node, ...upstream(node, byId)].filter((n) => n.kind === 'model')
  }
  const chosen: Inlet[] = []
  const seen = new Set<AnyPlannedNode>()
  for (const wires of [
    [...of('measure'), ...of('visualize')].flatMap(into),
    of('sink').flatMap(into),
    of('track').map(from),
    of('model').map(from),
  ]) {
    const further = wires.filter((wire) => modelsOf(wire).some((model) => !seen.has(model)))
    chosen.push(...further)
    for (const model of further.flatMap(modelsOf)) seen.add(model)
  }
  const keyOf = ({ from, output }: Inlet) => JSON.stringify([from, output])
  return [...new Map(chosen.map((wire) => [keyOf(wire), wire])).values()]
}

export const withWatchers = (plan: Plan, watchers: Watchers): Plan => ({
  ...plan,
  nodes: [...plan.nodes, ...Object.values(watchers)],
})

/** Null for a block of the user's graph. */
export const watcherKind = (watchers: Watchers | null, nodeId: string): WatcherKind | null =>
  WATCHER_KINDS.find((kind) => watchers?.[kind]?.id === nodeId) ?? null
