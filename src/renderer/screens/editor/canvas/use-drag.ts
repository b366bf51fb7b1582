/** Drags blocks, notes and groups: snaps to neighbours, inserts a block into a wire, runs one command at the end. */
import { type NodeChange, type ReactFlowProps, useStoreApi } from '@xyflow/react'
import { useMemo } from 'react'
import type { BlockKindName } from '../../../../shared/blocks/catalogue.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { type Box, type Neighbours, neighboursOf, snapTo } from '../../../parts/workflow/document/guides.ts'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import { boxOf } from '../canvas-state/card-items.ts'
import { planBlockOnEdge, planNodeOnEdge } from '../document/wiring.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { setUi, uiStore } from '../session/ui-store.ts'
import { useCanvasSelection } from './selection.ts'

/** Snapping distance to a neighbour, in screen pixels. */
const REACH = 6

interface Drag {
  neighbours: Neighbours
  edgeAt: ((x: number, y: number) => string | null) | null
}

type PositionChange = Extract<NodeChange<CanvasNode>, { type: 'position' }>

type Dragging = Pick<
  ReactFlowProps<CanvasNode, CanvasEdge>,
  'onNodesChange' | 'onNodeDragStart' | 'onNodeDrag' | 'onNodeDragStop' | 'onSelectionDragStart' | 'onSelectionDragStop'
>

/** The functions are stable while the workflow is open. */
export function useDrag(): Dragging {
  const { documents, canvas } = useSession()
  const { actions } = useControls()
  const flow = useStoreApi()
  const select = useCanvasSelection()
  return useMemo((): Dragging => {
    let drag: Drag | null = null

    /** Collects the moves of a drag, which become one command when it ends. */
    function placesNow() {
      const { nodes, notes = {} } = documents.getState().doc.layout
      const moved = canvas.getState().nodes.filter(({ id, type, position }) => {
        const was = notes[id] ?? nodes[id]
        return type !== 'blockGroup' && (was?.x !== Math.round(position.x) || was?.y !== Math.round(position.y))
      })
      return Object.fromEntries(moved.map((n) => [n.id, n.position]))
    }

    function commit(how: 'drag' | 'nudge') {
      documents.getState().run({ type: 'move', positions: placesNow(), how })
      // A block sent back to its old position is no edit, but the canvas still shows it where it was dropped.
      canvas.getState().reset()
    }

    const start = (dragged: readonly CanvasNode[]) => {
      const moving = new Set(dragged.flatMap((n) => [n.id, ...(n.type === 'blockGroup' ? n.data.group.members : [])]))
      const still = canvas.getState().nodes.filter((n) => n.type !== 'blockGroup' && !n.hidden && !moving.has(n.id))
      const [only] = dragged
      const single = dragged.length === 1 && only?.type === 'block'
      drag = {
        neighbours: neighboursOf(still.map(boxOf)),
        edgeAt: single && only ? dropEdgeForNode(documents.getState().doc.graph, only.id) : null,
      }
    }

    function end() {
      const dropEdge = uiStore.getState().dropEdge
      const chosen = documents.getState().selection.nodes
      drag = null
      setUi({ guides: [], dropEdge: null })
      const [only] = chosen.length === 1 ? chosen : []
      const spliced = dropEdge !== null && only !== undefined && actions.spliceInto(only, dropEdge, placesNow()[only])
      if (!spliced) commit('drag')
    }

    /** Returns the changes, shifted into alignment with a neighbour if one is near. */
    function snapped(changes: NodeChange<CanvasNode>[]): NodeChange<CanvasNode>[] {
      const moves = changes.filter((c): c is PositionChange => c.type === 'position' && c.position !== undefined)
      if (!drag || moves.length === 0 || !uiStore.getState().snap) return changes
      const { nodeLookup, transform } = flow.getState()
      const box = unionOf(moves, (id) => nodeLookup.get(id) as CanvasNode | undefined)
      if (!box) return changes
      const { dx, dy, guides } = snapTo(drag.neighbours, box, REACH / transform[2])
      if (guides.length > 0 || uiStore.getState().guides.length > 0) setUi({ guides })
      if (dx === 0 && dy === 0) return changes
      return changes.map((c) =>
        c.type === 'position' && c.position ? { ...c, position: { x: c.position.x + dx, y: c.position.y + dy } } : c,
      )
    }

    return {
      onNodeDragStart: (_, __, dragged) => start(dragged),
      onSelectionDragStart: (_, dragged) => start(dragged),
      onNodeDrag: (event) => {
        if (!drag?.edgeAt || !('clientX' in event)) return
        const dropEdge = drag.edgeAt(event.clientX, event.clientY)
        if (dropEdge !== uiStore.getState().dropEdge) setUi({ dropEdge })
      },
      onNodeDragStop: end,
      onSelectionDragStop: end,
      onNodesChange: (changes) => {
        select.nodes(changes)
        const shown = changes.filter((c) => c.type === 'dimensions' || c.type === 'position')
        if (shown.length === 0) return
        canvas.getState().change(snapped(shown))
        if (!drag && shown.some((c) => c.type === 'position')) commit('nudge')
      },
    }
  }, [documents, canvas, actions, flow, select])
}

function unionOf(moves: readonly PositionChange[], find: (id: string) => CanvasNode | undefined): Box | null {
  const boxes = moves.flatMap(({ id, position }) => {
    const node = find(id)
    return node && position ? [{ ...boxOf(node), ...position }] : []
  })
  if (boxes.length === 0) return null
  const x = Math.min(...boxes.map((b) => b.x))
  const y = Math.min(...boxes.map((b) => b.y))
  const right = Math.max(...boxes.map((b) => b.x + b.width))
  const bottom = Math.max(...boxes.map((b) => b.y + b.height))
  return { x, y, width: right - x, height: bottom - y }
}

const edgeAt = (x: number, y: number): string | null => {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest('.react-flow__edge')?.getAttribute('data-id')
    if (id) return id
  }
  return null
}

/** Looks up the wire for each position of one drag; the compatibility of each wire is computed once. */
function dropEdgeFinder(fits: (edgeId: string) => boolean) {
  const known = new Map<string, boolean>()
  return (x: number, y: number): string | null => {
    const id = edgeAt(x, y)
    if (id === null) return null
    if (!known.has(id)) known.set(id, fits(id))
    return known.get(id) ? id : null
  }
}

/** Finds the wire under the pointer into which a new block of a kind can be inserted. */
export const dropEdgeForKind = (graph: Graph, kind: BlockKindName) =>
  dropEdgeFinder((id) => planBlockOnEdge(graph, kind, '\u0000new', id) !== null)

/** Only a block without wires can be inserted into one; returns null for the others. */
function dropEdgeForNode(graph: Graph, nodeId: string) {
  const wired = graph.edges.some((e) => e.source === nodeId || e.target === nodeId)
  return wired ? null : dropEdgeFinder((id) => planNodeOnEdge(graph, nodeId, id) !== null)
}
