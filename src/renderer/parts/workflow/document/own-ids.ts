/** Ids on the canvas: blocks, groups and notes share one set there, though not in a file. */
import type { Graph, Layout } from '../../../../shared/graph/graph.ts'
import { freshId } from './document.ts'

/** Returns the layout with new ids for groups and notes that have that of a block, or of each other. */
export function withOwnIds(graph: Graph, layout: Layout): Layout {
  const { frames = {}, notes = {} } = layout
  const taken = new Set([...graph.nodes.map((n) => n.id), ...Object.keys(frames), ...Object.keys(notes)])
  const used = new Set(graph.nodes.map((n) => n.id))
  let renamed = false
  const owned = <T>(items: Record<string, T>, kind: string): Record<string, T> =>
    Object.fromEntries(
      Object.entries(items).map(([id, item]) => {
        const own = used.has(id) ? freshId(kind, taken) : id
        renamed ||= own !== id
        taken.add(own)
        used.add(own)
        return [own, item]
      }),
    )
  const own = { frames: owned(frames, 'frame'), notes: owned(notes, 'note') }
  if (!renamed) return layout
  return { ...layout, ...(layout.frames && { frames: own.frames }), ...(layout.notes && { notes: own.notes }) }
}
