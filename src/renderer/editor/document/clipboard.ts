/** Blocks as JSON text, so that they travel through the system clipboard, between windows and in messages. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { GraphEdge, GraphNode, Layout, WorkflowFile } from '../../../shared/graph/graph.ts'
import type { Command } from './command.ts'
import { type EditorDocument, freshId, type Position } from './document.ts'

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

/** The given nodes with the wires among them. */
export function clipOf(doc: EditorDocument, nodeIds: readonly string[]): BlocksClip {
  const ids = new Set(nodeIds)
  const pick = <T>(record: Record<string, T> | undefined) =>
    Object.fromEntries(Object.entries(record ?? {}).filter(([id]) => ids.has(id)))
  return {
    format: 'sightline-blocks',
    version: 1,
    nodes: doc.graph.nodes.filter((n) => ids.has(n.id)),
    edges: doc.graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
    layout: { nodes: pick(doc.layout.nodes), titles: pick(doc.layout.titles) },
  }
}

export const clipText = (clip: BlocksClip): string => JSON.stringify(clip, null, 2)

/** Blocks in a text: our own clip or a whole workflow file; null for any other text. */
export function readClip(text: string): BlocksClip | null {
  if (!text.trimStart().startsWith('{')) return null
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (Value.Check(BlocksClip, json)) return json.nodes.length > 0 ? json : null
  if (!Value.Check(WorkflowFile, json) || json.graph.nodes.length === 0) return null
  const { nodes, edges } = json.graph
  return { format: 'sightline-blocks', version: 1, nodes, edges, layout: json.layout ?? { nodes: {} } }
}

/**
 * The command that inserts a clip with fresh ids. `at` puts the clip's centre there, else it lands beside the
 * original. Answers the new ids too, so that they can be selected.
 */
export function pasteCommand(
  doc: EditorDocument,
  clip: BlocksClip,
  place: { at: Position } | { by: Position },
  how: 'paste' | 'duplicate',
): { command: Command; ids: string[] } {
  const taken = new Set(doc.graph.nodes.map((n) => n.id))
  const renamed = new Map<string, string>()
  const ids = clip.nodes.map((node) => {
    const id = freshId(node.type, taken)
    taken.add(id)
    renamed.set(node.id, id)
    return id
  })
  const positions = clip.nodes.map((n, i) => clip.layout.nodes[n.id] ?? { x: i * 40, y: i * 40 })
  const shift = 'by' in place ? place.by : minus(place.at, centreOf(positions))
  const nodes = clip.nodes.map((n, i) => {
    const at = positions[i] as Position
    const title = clip.layout.titles?.[n.id]
    const node = { ...structuredClone(n), id: ids[i] as string }
    const position = { x: at.x + shift.x, y: at.y + shift.y }
    return title === undefined ? { node, position } : { node, position, title }
  })
  const edges = clip.edges.flatMap((e) => {
    const [source, target] = [renamed.get(e.source), renamed.get(e.target)]
    return source !== undefined && target !== undefined ? [{ ...e, source, target }] : []
  })
  return { command: { type: 'add', nodes, edges, how }, ids }
}

const minus = (a: Position, b: Position): Position => ({ x: a.x - b.x, y: a.y - b.y })

/** The middle of the blocks' top left corners. */
function centreOf(positions: readonly Position[]): Position {
  const xs = positions.map((p) => p.x)
  const ys = positions.map((p) => p.y)
  const mid = (v: number[]) => (Math.min(...v) + Math.max(...v)) / 2
  return positions.length === 0 ? { x: 0, y: 0 } : { x: mid(xs), y: mid(ys) }
}
