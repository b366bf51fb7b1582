/**
 * The room that each block and note takes on the canvas. A block's room is as large as the block may grow, with its
 * preview picture and the figures of a run, so nothing is covered later by what is free when it is placed.
 */
import type { Layout } from '../../../shared/graph/graph.ts'
import { blockRoom } from '../canvas/block-size.ts'
import type { Box } from '../canvas/guides.ts'
import type { EditorDocument, Position } from '../document/document.ts'
import { apart, type Direction, wayOut } from './clearance.ts'

type Placed = Pick<EditorDocument, 'graph' | 'layout'>
type Positions = Readonly<Record<string, Position>>

export function roomsOf({ graph, layout }: Placed): Map<string, Box> {
  const rooms = new Map<string, Box>()
  for (const { id, type } of graph.nodes) {
    const place = layout.nodes[id]
    if (place && !rooms.has(id)) rooms.set(id, { ...place, ...blockRoom(type) })
  }
  for (const [id, { x, y, width, height }] of Object.entries(layout.notes ?? {})) {
    if (!rooms.has(id)) rooms.set(id, { x, y, width, height })
  }
  return rooms
}

/** The layout with these nodes and notes at other places; the same object when none is. */
export function withPlaces(layout: Layout, positions: Positions): Layout {
  const nodes = { ...layout.nodes }
  const notes = { ...layout.notes }
  let changed = false
  for (const [id, { x, y }] of Object.entries(positions)) {
    const was = notes[id] ?? nodes[id]
    if (was?.x === x && was.y === y) continue
    changed = true
    const note = notes[id]
    if (note) notes[id] = { ...note, x, y }
    else nodes[id] = { x, y }
  }
  if (!changed) return layout
  return { ...layout, nodes, ...(layout.notes && { notes }) }
}

/** The layout in which nothing covers anything; the same object when that is so already. */
export const spaced = (placed: Placed): Layout => withPlaces(placed.layout, apart(roomsOf(placed)))

/**
 * Where these nodes and notes have to go so that they cover nothing: first out of each other's way, then together the
 * shortest way out, or one of the given ways.
 */
export function cleared(placed: Placed, ids: Iterable<string>, ways?: readonly Direction[]): Layout {
  const rooms = roomsOf(placed)
  const group = new Map<string, Box>()
  for (const id of ids) {
    const room = rooms.get(id)
    if (room) group.set(id, room)
    rooms.delete(id)
  }
  if (group.size === 0) return placed.layout
  for (const [id, place] of Object.entries(apart(group))) group.set(id, { ...(group.get(id) as Box), ...place })
  const by = wayOut([...group.values()], [...rooms.values()], ways)
  const positions = Object.fromEntries([...group].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]))
  return withPlaces(placed.layout, positions)
}
