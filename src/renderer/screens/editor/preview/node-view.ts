/** The visible results of one block in one frame of a preview: as detections, as figures and as a sentence. */
import type {
  NodePreview,
  Preview,
  PreviewDetection,
  PreviewFrame,
} from '../../../../shared/engine-contract/preview.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { texts } from '../../../texts/texts.ts'
import { upstream } from '../session/upstream.ts'
import type { Answer } from './preview-controller.ts'

export interface NodeView {
  kept: readonly PreviewDetection[]
  /** Received but not emitted. */
  dropped: readonly PreviewDetection[]
  /** Crops: x1, y1, x2, y2 in pixels of the frame. */
  regions: readonly (readonly [number, number, number, number])[]
  branch: NodePreview['branch']
  events: NodePreview['events']
  /**
   * `left_out` when the block was not run, `through` when its input is shown instead, `not_reached` when no detection
   * of this frame reached it.
   */
  state: 'shown' | 'through' | 'left_out' | 'not_reached'
}

const NOTHING: NodeView = { kept: [], dropped: [], regions: [], branch: null, events: [], state: 'shown' }
/** These kinds display their input unchanged. */
const ENDS = new Set(['visualize', 'sink'])

export function nodeView({ preview, graph }: Answer, nodeId: string, frameIndex: number): NodeView {
  const frame = preview.frames[frameIndex]
  const node = graph.nodes.find((n) => n.id === nodeId)
  if (!frame || !node) return NOTHING
  const made = frame.nodes[nodeId]
  if (!made) {
    if (ENDS.has(node.type)) return { ...NOTHING, kept: arriving(graph, nodeId, frame), state: 'through' }
    return { ...NOTHING, state: preview.left_out.includes(nodeId) ? 'left_out' : 'not_reached' }
  }
  const known = detectionsBefore(graph, nodeId, frame)
  return {
    kept: passing(graph, nodeId, frame, made),
    dropped: droppedIds(made).flatMap((id) => known.get(id) ?? []),
    regions: made.regions ?? [],
    branch: made.branch,
    events: made.events,
    state: 'shown',
  }
}

/** Returns the most informative block when none is selected: the last in wire order that emits detections. */
export function tellingNode({ preview, graph }: Answer): string | null {
  const { nodes = {} } = preview.frames[0] ?? {}
  const telling = graph.nodes.filter((n) => nodes[n.id]?.detections)
  const depth = new Map(telling.map((n) => [n.id, upstream(graph, n.id).length]))
  return telling.reduce<string | null>(
    (best, { id }) => (best === null || (depth.get(id) ?? 0) >= (depth.get(best) ?? 0) ? id : best),
    null,
  )
}

/** Returns the paths of the tracks by track id: ground points up to the shown frame. */
export function trails(
  answer: Answer,
  nodeId: string,
  frameIndex: number,
): { trackId: number; points: [number, number][] }[] {
  const byTrack = new Map<number, [number, number][]>()
  for (let i = 0; frameIndex > 0 && i <= frameIndex; i++) {
    for (const { track_id, box } of nodeView(answer, nodeId, i).kept) {
      if (track_id === null) continue
      const points = byTrack.get(track_id) ?? []
      byTrack.set(track_id, points)
      points.push([(box[0] + box[2]) / 2, box[3]])
    }
  }
  return [...byTrack].filter(([, points]) => points.length > 1).map(([trackId, points]) => ({ trackId, points }))
}

/** Returns every detection emitted by the blocks before this one, in the version of the nearest block. */
function detectionsBefore(graph: Graph, nodeId: string, frame: PreviewFrame): Map<number, PreviewDetection> {
  const found = new Map<number, PreviewDetection>()
  for (const { id } of upstream(graph, nodeId).slice(1)) {
    for (const detection of frame.nodes[id]?.detections ?? []) {
      if (!found.has(detection.id)) found.set(detection.id, detection)
    }
  }
  return found
}

/** Returns the input of a block that was not run: the outputs of the nearest blocks before it that were. */
function arriving(graph: Graph, nodeId: string, frame: PreviewFrame, seen = new Set<string>()): PreviewDetection[] {
  const found = new Map<number, PreviewDetection>()
  for (const { source, sourceHandle } of graph.edges.filter((e) => e.target === nodeId)) {
    if (seen.has(source)) continue
    const made = frame.nodes[source]
    // The frame took the other branch.
    if (made && made.branch !== null && sourceHandle !== made.branch) continue
    seen.add(source)
    for (const detection of made ? passing(graph, source, frame, made) : arriving(graph, source, frame, seen))
      found.set(detection.id, detection)
  }
  return [...found.values()]
}

/** Returns a block's output, or its input if it emits nothing. */
function passing(graph: Graph, nodeId: string, frame: PreviewFrame, made: NodePreview): readonly PreviewDetection[] {
  if (made.detections) return made.detections
  const known = detectionsBefore(graph, nodeId, frame)
  return (made.received ?? []).flatMap((id) => known.get(id) ?? [])
}

/** A block's results for the shown frame as a few numbers. */
export interface NodeFigures {
  /** Number of emitted detections; null for kinds that never emit any. */
  found: number | null
  /** Number of received detections that were not emitted. */
  dropped: number
  branch: 'true' | 'false' | null
  /** Number of cropped regions; null for other kinds than crop. */
  crops: number | null
  /** In all frames of the window. */
  events: number
}

export function nodeFigures({ frames }: Preview, frame: number): Record<string, NodeFigures> {
  const shown = frames[frame]
  if (!shown) return {}
  return Object.fromEntries(
    Object.entries(shown.nodes).map(([id, node]) => [
      id,
      {
        found: node.detections?.length ?? null,
        dropped: droppedIds(node).length,
        branch: node.branch,
        crops: node.regions?.length ?? null,
        events: frames.reduce((n, f) => n + (f.nodes[id]?.events.length ?? 0), 0),
      },
    ]),
  )
}

/** Returns the detections that were received but not emitted. */
function droppedIds({ received, detections }: NodePreview): number[] {
  if (!received || !detections) return []
  const kept = new Set(detections.map((d) => d.id))
  return received.filter((id) => !kept.has(id))
}

/** Returns the new figures, reusing unchanged objects so that only changed blocks re-render. */
export function sharedFigures(
  old: Readonly<Record<string, NodeFigures>>,
  next: Readonly<Record<string, NodeFigures>>,
): Readonly<Record<string, NodeFigures>> {
  return Object.fromEntries(
    Object.entries(next).map(([id, figures]) => {
      const was = old[id]
      const same = was && (Object.keys(figures) as (keyof NodeFigures)[]).every((key) => was[key] === figures[key])
      return [id, same ? was : figures]
    }),
  )
}

const words = texts.preview.view

/**
 * Describes the results of a block on a frame in one sentence. `kind` is the block's kind in the graph; `windowS` is 0
 * for a single frame.
 */
export function viewText(kind: string, view: NodeView, windowS: number): string {
  const { kept, dropped } = view
  switch (view.state) {
    case 'left_out':
      return words.leftOut
    case 'not_reached':
      return words.notReached
    case 'through':
      return kept.length === 0 ? words.noDetections : words.reachedBy(byClass(kept))
  }
  switch (kind) {
    case 'source':
      return words.source
    case 'model':
      return kept.length === 0 ? words.findsNothing : words.finds(byClass(kept))
    case 'filter':
      return kept.length + dropped.length === 0
        ? words.nothingToFilter
        : words.keeps(kept.length, kept.length + dropped.length)
    case 'track':
      return words.follows(
        kept.length === 0 ? words.nothingHere : byClass(kept),
        dropped.length > 0 ? words.notFollowed(dropped.length) : '',
      )
    case 'crop':
      return words.cutsOut(view.regions.length)
    case 'condition':
      return view.branch === null
        ? words.noBranch
        : words.branch(view.branch === 'true' ? texts.preview.figures.true : texts.preview.figures.false)
    case 'measure':
      if (windowS === 0) return words.press
      return words.countedIn(windowS)
    default:
      return ''
  }
}

/** `3 car, 1 person`, the most frequent first. */
function byClass(detections: readonly PreviewDetection[]): string {
  const counts = new Map<string, number>()
  for (const { class_name } of detections) counts.set(class_name, (counts.get(class_name) ?? 0) + 1)
  const parts = [...counts].sort(([, a], [, b]) => b - a).map(([name, n]) => `${n} ${name}`)
  return parts.length > 4 ? words.moreClasses(parts.slice(0, 3).join(', '), parts.length - 3) : parts.join(', ')
}
