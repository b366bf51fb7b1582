/** Adds blocks and wires, and aligns, distributes and arranges the selection. */
import { notifications } from '@mantine/notifications'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import { type Alignment, align, type Boxes, type Spread, spread } from '../../../parts/workflow/arrange/align.ts'
import { aroundKept } from '../../../parts/workflow/arrange/around-kept.ts'
import { arrangeAnywhere } from '../../../parts/workflow/arrange/arrange-anywhere.ts'
import {
  blockSize,
  type EditorDocument,
  findNode,
  type Position,
  reservedSize,
} from '../../../parts/workflow/document/document.ts'
import type { Camera } from '../canvas-state/camera.ts'
import {
  type Added,
  freshConfig,
  planAdding,
  planInserting,
  planNodeOnEdge,
  planWireToNode,
  type WireEnd,
} from '../document/wiring.ts'
import type { EditorSession } from './session.ts'

export interface PlacingActions {
  /** Arranges several selected blocks among themselves, else all blocks. */
  arrange(): Promise<void>
  /** Arranges all but the selected blocks, which keep their positions. */
  arrangeOthers(): Promise<void>
  align(to: Alignment): void
  spread(along: Spread): void
}

/** Ids of all selectable items: nodes, notes, groups. */
export const itemIds = ({ graph, layout }: EditorDocument): string[] => [
  ...graph.nodes.map((n) => n.id),
  ...Object.keys(layout.notes ?? {}),
  ...Object.keys(layout.frames ?? {}),
]

/** Returns the nodes and notes that move with these items: a group moves its members. */
export const movable = ({ layout }: EditorDocument, ids: readonly string[]): string[] => [
  ...new Set(ids.flatMap((id) => layout.frames?.[id]?.members ?? [id])),
]

const cornerOf = (all: readonly Position[]): Position => ({
  x: Math.min(...all.map((p) => p.x)),
  y: Math.min(...all.map((p) => p.y)),
})

export function createPlacingActions({ documents }: EditorSession, camera: Camera): PlacingActions {
  function boxes(): Boxes {
    const { doc, selection } = documents.getState()
    return Object.fromEntries(
      movable(doc, selection.nodes).flatMap((id) => {
        const note = doc.layout.notes?.[id]
        if (note) return [[id, note] as const]
        const [node, place] = [findNode(doc.graph, id), doc.layout.nodes[id]]
        return node && place ? [[id, { ...place, ...(camera.sizeOf(id) ?? blockSize(node.type)) }] as const] : []
      }),
    )
  }
  const move = (positions: Record<string, { x: number; y: number }>) =>
    documents.getState().run({ type: 'move', positions, how: 'align' })
  return {
    arrange: async () => {
      const before = documents.getState().doc
      const chosen = new Set(movable(before, documents.getState().selection.nodes))
      const part = before.graph.nodes.filter((n) => chosen.has(n.id))
      // Several selected blocks are arranged among themselves; manual positions around them stay.
      const nodes = part.length > 1 ? part : before.graph.nodes
      if (nodes.length === 0) return
      const ids = new Set(nodes.map((n) => n.id))
      const placed = await arrangeAnywhere({
        nodes: nodes.map((n) => ({ id: n.id, ...reservedSize(n.type) })),
        edges: before.graph.edges.filter((e) => ids.has(e.source) && ids.has(e.target)),
      })
      if (documents.getState().doc.graph.nodes !== before.graph.nodes) return
      const by = part.length > 1 ? cornerOf(nodes.flatMap((n) => before.layout.nodes[n.id] ?? [])) : { x: 0, y: 0 }
      const from = cornerOf(Object.values(placed))
      const shift = part.length > 1 ? { x: by.x - from.x, y: by.y - from.y } : by
      const positions = Object.fromEntries(
        Object.entries(placed).map(([id, p]) => [id, { x: p.x + shift.x, y: p.y + shift.y }]),
      )
      documents.getState().run({ type: 'move', positions, how: 'arrange' })
      if (part.length <= 1) requestAnimationFrame(() => camera.fit())
    },

    arrangeOthers: async () => {
      const before = documents.getState().doc
      const chosen = new Set(movable(before, documents.getState().selection.nodes))
      const blocks = before.graph.nodes.map((n) => ({ id: n.id, ...reservedSize(n.type) }))
      const placed = await arrangeAnywhere({ nodes: blocks, edges: before.graph.edges })
      if (documents.getState().doc.graph.nodes !== before.graph.nodes) return
      const kept = Object.fromEntries(Object.entries(before.layout.nodes).filter(([id]) => chosen.has(id)))
      const arranged = blocks.map((block) => ({ ...block, at: placed[block.id] ?? { x: 0, y: 0 } }))
      documents.getState().run({ type: 'move', positions: aroundKept(arranged, kept), how: 'arrange' })
    },

    align: (to) => move(align(boxes(), to)),
    spread: (along) => move(spread(boxes(), along)),
  }
}

/** Position and wiring of a new block; by default beside the selected or the last block and wired to it. */
interface AddPlace {
  /** The chosen position, in canvas pixels. */
  at?: Position
  /** Position if it is wired to nothing; by default the centre of the view. */
  near?: Position
  /** The loose end of a wire; null without one. */
  end?: WireEnd | null
  /** Adds it without wires. */
  loose?: boolean
}

export interface AddingActions {
  addBlock(kind: BlockKindName, place?: AddPlace): void
  /** Inserts into the middle of a wire; adds it beside everything else if it does not fit. */
  insertBlock(kind: BlockKindName, edgeId: string, at?: Position): void
  /** Routes a wire through an existing block dropped at a position; false when it does not fit. */
  spliceInto(nodeId: string, edgeId: string, at?: Position): boolean
  connectTo(end: WireEnd, nodeId: string): void
  /** Sets the file of the source block, and creates that block in a graph without one. */
  setSource(source: PickedSource): void
}

/** The middle of a block's head, where its first ports are. */
const HEAD_MIDDLE = 29
const GRID = 10
const snapped = (p: Position): Position => ({ x: Math.round(p.x / GRID) * GRID, y: Math.round(p.y / GRID) * GRID })

/** Adds blocks and wires: each is planned by `planAdding`, and the result overlaps nothing. */
export function createAddingActions({ documents, resources }: EditorSession, camera: Camera): AddingActions {
  const state = () => documents.getState()
  const doc = () => state().doc

  /** `pointed`: the user chose the position, so the view stays unless the block had to move. */
  function add(added: Added | null, pointed = false) {
    if (!added) return
    const [{ node, position, ...rest }] = added.command.nodes as [Added['command']['nodes'][number]]
    const nodes = [{ node, position: snapped(position), ...rest }]
    state().run({ ...added.command, nodes }, { nodes: [added.id], edges: [] })
    const place = doc().layout.nodes[added.id]
    const isThere = place?.x === nodes[0]?.position.x && place?.y === nodes[0]?.position.y
    if (place && !(pointed && isThere)) camera.reveal(place)
  }

  /** Returns the corner of a block with its head around this point; the end of a wire is at the block's side. */
  const cornerAt = (kind: BlockKindName, { x, y }: Position, end: WireEnd | null): Position => {
    const { width } = blockSize(kind)
    const left = end === null ? x - width / 2 : end.side === 'target' ? x - width : x
    return snapped({ x: left, y: y - HEAD_MIDDLE })
  }

  /** Returns the block to continue from: the last one selected. */
  const selectedBlock = () => state().selection.nodes.findLast((id) => findNode(doc().graph, id))

  const actions: AddingActions = {
    insertBlock: (kind, edgeId, at) => {
      const plan = planInserting(doc(), kind, edgeId, at && cornerAt(kind, at, null))
      if (plan) add(plan, at !== undefined)
      else actions.addBlock(kind, at ? { at } : {})
    },

    spliceInto: (nodeId, edgeId, position) => {
      const edges = planNodeOnEdge(doc().graph, nodeId, edgeId)
      if (!edges) return false
      state().run({ type: 'splice', nodeId, edges, cut: edgeId, ...(position && { position }) })
      return true
    },

    addBlock: (kind, { at, near, end = null, loose = false } = {}) => {
      const { nodes: chosen, edges: wires } = state().selection
      const pointed = at !== undefined || end !== null || loose
      if (!pointed && chosen.length === 0 && wires.length === 1) return actions.insertBlock(kind, wires[0] as string)
      const after = loose ? null : selectedBlock()
      add(
        planAdding(doc(), {
          kind,
          end,
          at: at && cornerAt(kind, at, end),
          otherwise: cornerAt(kind, near ?? camera.centre(), null),
          ...(after !== undefined && { after }),
        }),
        at !== undefined,
      )
    },

    connectTo: (end, nodeId) => {
      const plan = planWireToNode(doc().graph, end, nodeId)
      if ('problem' in plan) notifications.show({ message: plan.problem, color: 'yellow' })
      else state().run({ type: 'connect', ...plan })
    },

    setSource: (source) => {
      resources.getState().remember(source)
      const existing = doc().graph.nodes.find((n) => n.type === 'source')
      const chosen = { kind: source.kind, gcs_uri: source.uri }
      if (existing) {
        const { dataset_project_id: _, directory_path: ___, export_id: __, ...kept } = existing.config
        state().run({ type: 'configure', nodeId: existing.id, config: { ...kept, ...chosen }, field: '' })
        state().seal()
        return
      }
      const config = { ...freshConfig('source'), ...chosen }
      add(planAdding(doc(), { kind: 'source', config, otherwise: cornerAt('source', camera.centre(), null) }))
    },
  }
  return actions
}
