/** What is to be seen of one block in one frame of a preview. */
import type { NodePreview, PreviewDetection, PreviewFrame } from '../../../shared/domain/preview.ts'
import type { Graph } from '../../../shared/graph/graph.ts'
import { upstream } from '../session/upstream.ts'
import { droppedIds } from './node-figures.ts'
import type { Answer } from './preview-controller.ts'

export interface NodeView {
  kept: readonly PreviewDetection[]
  /** Came in and did not go on. */
  dropped: readonly PreviewDetection[]
  /** Cut-outs: x1, y1, x2, y2 in pixels of the frame. */
  regions: readonly (readonly [number, number, number, number])[]
  branch: NodePreview['branch']
  events: NodePreview['events']
  /** The block itself was not tried, `through` shows what reaches it instead; or no detection of this frame came so far. */
  state: 'shown' | 'through' | 'left_out' | 'not_reached'
}

const NOTHING: NodeView = { kept: [], dropped: [], regions: [], branch: null, events: [], state: 'shown' }
/** They show what comes in and change nothing. */
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

/** The block whose results say most when none is chosen: the last in the order of the wires that puts out detections. */
export function tellingNode({ preview, graph }: Answer): string | null {
  const { nodes = {} } = preview.frames[0] ?? {}
  const telling = graph.nodes.filter((n) => nodes[n.id]?.detections)
  const depth = new Map(telling.map((n) => [n.id, upstream(graph, n.id).length]))
  return telling.reduce<string | null>(
    (best, { id }) => (best === null || (depth.get(id) ?? 0) >= (depth.get(best) ?? 0) ? id : best),
    null,
  )
}

/** Where the tracks were, by track id: points that stand on the ground, up to the frame that is shown. */
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

/** Every detection that blocks before this one put out, as the nearest of them has it. */
function detectionsBefore(graph: Graph, nodeId: string, frame: PreviewFrame): Map<number, PreviewDetection> {
  const found = new Map<number, PreviewDetection>()
  for (const { id } of upstream(graph, nodeId).slice(1)) {
    for (const detection of frame.nodes[id]?.detections ?? []) {
      if (!found.has(detection.id)) found.set(detection.id, detection)
    }
  }
  return found
}

/** What reaches a block that was not tried: the outputs of the nearest blocks before it that were. */
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

/** What a block put out, or took in where it puts out none. */
function passing(graph: Graph, nodeId: string, frame: PreviewFrame, made: NodePreview): readonly PreviewDetection[] {
  if (made.detections) return made.detections
  const known = detectionsBefore(graph, nodeId, frame)
  return (made.received ?? []).flatMap((id) => known.get(id) ?? [])
}
