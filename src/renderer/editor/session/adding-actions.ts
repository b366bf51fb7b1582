/** New blocks and wires: where they go, and what they are wired to. */
import { notifications } from '@mantine/notifications'
import type { BlockKindName } from '../../../shared/blocks/catalogue.ts'
import type { PickedSource } from '../../../shared/bridge/studio.ts'
import { texts } from '../../messages/texts.ts'
import { withRoom } from '../arrange/make-room.ts'
import { BLOCK_WIDTH, blockRoom, blockSize } from '../canvas/block-size.ts'
import type { Camera } from '../canvas/camera.ts'
import { apply } from '../document/command.ts'
import { edgeIds, findNode, freshId, kindTitle, type Position, takenIds, titleOf } from '../document/document.ts'
import {
  freshConfig,
  planBlock,
  planBlockAfter,
  planBlockOnEdge,
  planNodeOnEdge,
  planWireToNode,
  type WireEnd,
} from '../document/wiring.ts'
import type { EditorSession } from './session.ts'

const words = texts.editor.document.history

export interface AddingActions {
  /**
   * At a canvas position (its middle), or beside the selected block and wired to it, or in the middle of the view. An
   * `end` without a position goes beside the block that it is at.
   */
  addBlock(kind: BlockKindName, at?: Position, end?: WireEnd | null): void
  /** Into the middle of a wire; beside everything else where it does not fit. */
  insertBlock(kind: BlockKindName, edgeId: string, at?: Position): void
  /** Leads a wire through a block that is already there; false when it does not fit. */
  spliceInto(nodeId: string, edgeId: string): boolean
  connectTo(end: WireEnd, nodeId: string): void
  /** The file of the source block, which is made where there is none. */
  setSource(source: PickedSource): void
}

const GAP = 60
const BELOW = 20
const GRID = 10
const snapped = (p: Position): Position => ({ x: Math.round(p.x / GRID) * GRID, y: Math.round(p.y / GRID) * GRID })

export function createAddingActions({ documents, resources }: EditorSession, camera: Camera): AddingActions {
  const state = () => documents.getState()
  const doc = () => state().doc
  const taken = () => takenIds(doc())

  /** A free place at or below the given top left corner. */
  function free(at: Position, height: number): Position {
    const others = doc().graph.nodes.flatMap((n) => {
      const p = doc().layout.nodes[n.id]
      return p ? [{ ...p, height: camera.sizeOf(n.id)?.height ?? blockSize(n.type).height }] : []
    })
    const place = { ...at }
    const hit = () =>
      others.find(
        (o) =>
          Math.abs(o.x - place.x) < BLOCK_WIDTH + 16 && place.y < o.y + o.height + 16 && o.y < place.y + height + 16,
      )
    for (let o = hit(), n = 0; o && n < 200; o = hit(), n++) place.y = o.y + o.height + BELOW
    return place
  }

  function insert(node: ReturnType<typeof planBlock>, position: Position) {
    if (!node) return
    state().run(
      { type: 'add', nodes: [{ node: node.node, position: snapped(position) }], edges: node.edges },
      { nodes: [node.node.id], edges: [] },
    )
  }

  const actions: AddingActions = {
    insertBlock: (kind, edgeId, at) => {
      const { graph, layout } = doc()
      const id = freshId(kind, taken())
      const plan = planBlockOnEdge(graph, kind, id, edgeId)
      const edge = graph.edges[edgeIds(graph.edges).indexOf(edgeId)]
      if (!plan || !edge) return actions.addBlock(kind, at)
      const before = doc()
      const [from, to] = [layout.nodes[edge.source], layout.nodes[edge.target]]
      const size = blockSize(kind)
      const between = from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : camera.centre()
      const corner = snapped(at ? { x: at.x - size.width / 2, y: at.y - 29 } : between)
      const command = {
        type: 'add',
        nodes: [{ node: plan.node, position: corner }],
        edges: plan.edges,
        cut: [edgeId],
      } as const
      const inserted = from && to ? withRoom(apply(before, command), id, from, to) : apply(before, command)
      const why = words.insert(words.quoted(kindTitle(kind)))
      state().run({ type: 'replace', document: inserted, why }, { nodes: [id], edges: [] })
    },

    spliceInto: (nodeId, edgeId) => {
      const edges = planNodeOnEdge(doc().graph, nodeId, edgeId)
      if (!edges) return false
      const was = doc()
      const cut = { type: 'add', nodes: [], edges, cut: [edgeId] } as const
      const node = findNode(was.graph, nodeId)
      state().run({
        type: 'replace',
        document: apply(was, cut),
        why: words.insert(words.quoted(node ? titleOf(was, node) : words.block)),
      })
      return true
    },

    addBlock: (kind, at, end = null) => {
      const id = freshId(kind, taken())
      const size = blockSize(kind)
      if (at) {
        const corner = { x: end ? at.x : at.x - size.width / 2, y: at.y - 29 }
        if (end?.side === 'target') corner.x -= size.width
        insert(planBlock(doc().graph, kind, id, end), corner)
        return
      }
      const { nodes: chosen, edges: wires } = state().selection
      if (!end && chosen.length === 0 && wires.length === 1) return actions.insertBlock(kind, wires[0] as string)
      const after = end?.nodeId ?? (chosen.length === 1 ? (chosen[0] as string) : null)
      const plan = end ? planBlock(doc().graph, kind, id, end) : planBlockAfter(doc().graph, kind, id, after)
      if (!plan) return
      const beside = after === null ? undefined : doc().layout.nodes[after]
      const middle = camera.centre()
      const corner =
        plan.edges.length > 0 && beside
          ? { x: beside.x + BLOCK_WIDTH + GAP, y: beside.y }
          : { x: middle.x - size.width / 2, y: middle.y - size.height / 2 }
      const place = free(snapped(corner), blockRoom(kind).height)
      insert(plan, place)
      camera.reveal(place)
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
      const id = freshId('source', taken())
      const node = { id, type: 'source', config: { ...freshConfig('source'), ...chosen } }
      const corners = Object.values(doc().layout.nodes)
      const left = Math.min(...corners.map((p) => p.x)) - BLOCK_WIDTH - GAP
      const top = Math.min(...corners.map((p) => p.y))
      const middle = camera.centre()
      const position = corners.length > 0 ? { x: left, y: top } : { x: middle.x - BLOCK_WIDTH / 2, y: middle.y - 29 }
      const heads = doc().graph.nodes.filter(
        (n) => n.type === 'model' && !doc().graph.edges.some((e) => e.target === n.id),
      )
      const edges = heads.map((n) => ({ source: id, sourceHandle: 'frames', target: n.id, targetHandle: 'frames' }))
      state().run({ type: 'add', nodes: [{ node, position: snapped(position) }], edges }, { nodes: [id], edges: [] })
    },
  }
  return actions
}
