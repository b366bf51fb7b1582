/** Serializes blocks as JSON text for the system clipboard, other windows and messages. */

import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { bareGraphIn } from '../../../../shared/graph/bare-graph.ts'
import { type Frame, GraphEdge, GraphNode, Layout, type Note } from '../../../../shared/graph/graph.ts'
import { readWorkflowFile } from '../../../base/host/read-workflow-file.ts'
import { completeLayout } from '../../../parts/workflow/arrange/complete-layout.ts'
import { type EditorDocument, freshId, type Position, takenIds } from '../../../parts/workflow/document/document.ts'
import { tidied } from './cards.ts'
import type { Command, PlacedNode } from './command.ts'

export const BlocksClip = Type.Object(
  {
    format: Type.Literal('sightline-blocks'),
    version: Type.Literal(1),
    nodes: Type.Array(GraphNode),
    edges: Type.Array(GraphEdge),
    layout: Layout,
  },
  { additionalProperties: false },
)
export type BlocksClip = Static<typeof BlocksClip>

/** Returns the given nodes and notes with the wires between them; a group includes its members. */
export function clipOf(doc: EditorDocument, itemIds: readonly string[]): BlocksClip {
  const ids = new Set(itemIds.flatMap((id) => [id, ...(doc.layout.frames?.[id]?.members ?? [])]))
  const pick = <T>(record: Record<string, T> | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([id]) => ids.has(id)))
  return {
    format: 'sightline-blocks',
    version: 1,
    nodes: doc.graph.nodes.filter((n) => ids.has(n.id)),
    edges: doc.graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
    layout: tidied({
      nodes: pick(doc.layout.nodes),
      titles: pick(doc.layout.titles),
      switches: pick(doc.layout.switches),
      notes: pick(doc.layout.notes),
      frames: groupsWithin(doc.layout.frames ?? {}, ids),
    }),
  }
}

/** Returns the groups that are selected, or whose members all are. */
const groupsWithin = (frames: Record<string, Frame>, ids: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(frames).filter(([id, f]) => ids.has(id) || f.members.every((m) => ids.has(m))))

export const clipText = (clip: BlocksClip): string => JSON.stringify(clip, null, 2)

/** The blocks in a text, or the reason why they can't be pasted; null for a text that is not meant as blocks. */
export type ReadClip = { ok: true; clip: BlocksClip } | { ok: false; reason: string | null }

const NO_BLOCKS: ReadClip = { ok: false, reason: null }

/** Parses blocks from a text: our own clip, a whole workflow file, or a graph alone. */
export function readClip(text: string): ReadClip {
  if (!text.trimStart().startsWith('{')) return NO_BLOCKS
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return NO_BLOCKS
  }
  if (Value.Check(BlocksClip, json))
    return json.nodes.length > 0 || json.layout.notes ? { ok: true, clip: json } : NO_BLOCKS
  const read = readWorkflowFile(text, '')
  if (!read.ok) return isMeantAsWorkflow(json) ? read : NO_BLOCKS
  const { graph, layout = null } = read.file
  if (graph.nodes.length === 0) return NO_BLOCKS
  const { nodes, edges } = graph
  const clip: BlocksClip = {
    format: 'sightline-blocks',
    version: 1,
    nodes,
    edges,
    layout: completeLayout(graph, layout),
  }
  return { ok: true, clip }
}

const isMeantAsWorkflow = (json: unknown): boolean =>
  bareGraphIn(json) !== null || (json as { format?: unknown }).format === 'sightline-workflow'

/**
 * Returns the command that inserts a clip with fresh ids, and those ids, so that they can be selected. `at` positions
 * the clip's centre; by default it is inserted beside the original.
 */
export function pasteCommand(
  doc: EditorDocument,
  clip: BlocksClip,
  place: { at: Position } | { by: Position },
  how: 'paste' | 'duplicate',
): { command: Command; ids: string[] } {
  const taken = takenIds(doc)
  const renamed = new Map<string, string>()
  const rename = (id: string, kind: string) => {
    const fresh = freshId(kind, taken)
    taken.add(fresh)
    renamed.set(id, fresh)
    return fresh
  }
  const ids = clip.nodes.map((n) => rename(n.id, n.type))
  const places = new Map(clip.nodes.map((n, i) => [n.id, clip.layout.nodes[n.id] ?? { x: i * 40, y: i * 40 }]))
  const oldNotes = Object.entries(clip.layout.notes ?? {})
  const corners = [...places.values(), ...oldNotes.map(([, note]) => note)]
  const shift = 'by' in place ? place.by : minus(place.at, centreOf(corners))
  const moved = ({ x, y }: Position) => ({ x: x + shift.x, y: y + shift.y })
  const nodes = clip.nodes.map((n, i): PlacedNode => {
    const title = clip.layout.titles?.[n.id]
    const set = clip.layout.switches?.[n.id]
    return {
      node: { ...structuredClone(n), id: ids[i] as string },
      position: moved(places.get(n.id) as Position),
      ...(title !== undefined && { title }),
      ...(set !== undefined && { switch: set }),
    }
  })
  const notes: Record<string, Note> = Object.create(null)
  for (const [id, note] of oldNotes) notes[rename(id, 'note')] = { ...note, ...moved(note) }
  const frames: Record<string, Frame> = Object.create(null)
  for (const [id, group] of Object.entries(clip.layout.frames ?? {})) {
    const members = group.members.flatMap((m) => renamed.get(m) ?? [])
    if (members.length > 0) frames[rename(id, 'frame')] = { ...group, members }
  }
  const edges = clip.edges.flatMap((e) => {
    const [source, target] = [renamed.get(e.source), renamed.get(e.target)]
    return source !== undefined && target !== undefined ? [{ ...e, source, target }] : []
  })
  const some = Object.keys(notes).length + Object.keys(frames).length > 0
  const cards = some ? { cards: { notes, frames } } : {}
  return {
    command: { type: 'add', nodes, edges, how, ...cards },
    ids: [...ids, ...Object.keys(notes), ...Object.keys(frames)],
  }
}

const minus = (a: Position, b: Position): Position => ({ x: a.x - b.x, y: a.y - b.y })

/** Returns the centre of the blocks' top left corners. */
function centreOf(positions: readonly Position[]): Position {
  const xs = positions.map((p) => p.x)
  const ys = positions.map((p) => p.y)
  const mid = (v: number[]) => (Math.min(...v) + Math.max(...v)) / 2
  return positions.length === 0 ? { x: 0, y: 0 } : { x: mid(xs), y: mid(ys) }
}
