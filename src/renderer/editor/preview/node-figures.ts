/** What each block made of the frame that is shown, as a few numbers. */
import type { NodePreview, Preview } from '../../../shared/domain/preview.ts'

export interface NodeFigures {
  /** Detections put out; null for blocks that put out none by nature. */
  found: number | null
  /** Of those that came in, how many did not go on. */
  dropped: number
  branch: 'true' | 'false' | null
  /** Regions that were cut out; null but for a crop block. */
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

/** Detections that came in and did not go on. */
export function droppedIds({ received, detections }: NodePreview): number[] {
  if (!received || !detections) return []
  const kept = new Set(detections.map((d) => d.id))
  return received.filter((id) => !kept.has(id))
}

/** The new figures, with the old object wherever nothing changed, so that only blocks with news render again. */
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
