/**
 * The space of each block and note on the canvas. A block's space includes its preview thumbnail and the figures of a
 * run, so a later thumbnail covers nothing that was free before.
 */
import type { Layout } from '../../../../shared/graph/graph.ts'
import { BLOCK_WIDTH, type EditorDocument, type Position, reservedSize } from '../document/document.ts'
import type { Box } from '../document/guides.ts'
import { apart, type Direction, wayOut } from './clearance.ts'

type Placed = Pick<EditorDocument, 'graph' | 'layout'>
type Positions = Readonly<Record<string, Position>>

export function reservedSpaces({ graph, layout }: Placed): Map<string, Box> {
  const spaces = new Map<string, Box>()
  for (const { id, type } of graph.nodes) {
    const place = layout.nodes[id]
    if (place && !spaces.has(id)) spaces.set(id, { ...place, ...reservedSize(type) })
  }
  for (const [id, { x, y, width, height }] of Object.entries(layout.notes ?? {})) {
    if (!spaces.has(id)) spaces.set(id, { x, y, width, height })
  }
  return spaces
}

/** Returns the layout with these nodes and notes moved; the same object when none is. */
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

/** Returns the layout without overlaps; the same object if it has none. */
export const spaced = (placed: Placed): Layout => withPlaces(placed.layout, apart(reservedSpaces(placed)))

/**
 * Returns the new positions of these nodes and notes so that they overlap nothing: first away from each other, then
 * together by the shortest move, optionally limited to the given directions.
 */
export function cleared(placed: Placed, ids: Iterable<string>, ways?: readonly Direction[]): Layout {
  const spaces = reservedSpaces(placed)
  const group = new Map<string, Box>()
  for (const id of ids) {
    const space = spaces.get(id)
    if (space) group.set(id, space)
    spaces.delete(id)
  }
  if (group.size === 0) return placed.layout
  for (const [id, place] of Object.entries(apart(group))) group.set(id, { ...(group.get(id) as Box), ...place })
  const by = wayOut([...group.values()], [...spaces.values()], ways)
  const positions = Object.fromEntries([...group].map(([id, { x, y }]) => [id, { x: x + by.x, y: y + by.y }]))
  return withPlaces(placed.layout, positions)
}

/** Distance between a block and the next one along a wire. */
export const STRIDE = BLOCK_WIDTH + 60
const GRID = 10

/**
 * Positions a block between those that feed it and those that it feeds: if they are too close, it follows the first and
 * everything from the second on moves right. It never overlaps anything.
 */
export function withRoomFor({ graph, layout }: EditorDocument, id: string): Layout {
  const at = layout.nodes[id]
  const x = (ids: string[]) => ids.flatMap((other) => layout.nodes[other]?.x ?? [])
  const before = x(graph.edges.flatMap((e) => (e.target === id ? [e.source] : [])))
  const behind = x(graph.edges.flatMap((e) => (e.source === id ? [e.target] : [])))
  if (!at || before.length === 0 || behind.length === 0) return cleared({ graph, layout }, [id])
  const [from, to] = [Math.max(...before), Math.min(...behind)]
  const short = from + 2 * STRIDE - to
  if (short <= 0 || to < from + BLOCK_WIDTH) return cleared({ graph, layout }, [id], ['down', 'up'])
  const by = Math.ceil(short / GRID) * GRID
  const shifted = <T extends Position>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).map(([key, p]) => [key, p.x >= to ? { ...p, x: p.x + by } : p]))
  const nodes = { ...shifted(layout.nodes), [id]: { x: from + STRIDE, y: at.y } }
  const wider = { ...layout, nodes, ...(layout.notes && { notes: shifted(layout.notes) }) }
  return cleared({ graph, layout: wider }, [id], ['down', 'up'])
}
