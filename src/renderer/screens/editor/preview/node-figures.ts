/** Summarizes each block's results for the shown frame as a few numbers. */
import type { NodePreview, Preview } from '../../../../shared/engine-contract/preview.ts'

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
export function droppedIds({ received, detections }: NodePreview): number[] {
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
