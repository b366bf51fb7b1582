/** The canvas: React Flow bound to the document. Its only state is a drag in progress. */
import '@xyflow/react/dist/style.css'
import { type EdgeTypes, MiniMap, type NodeTypes, ReactFlow, SelectionMode } from '@xyflow/react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { texts } from '../../../texts/texts.ts'
import { blockColor } from '../blocks/block-icons.tsx'
import { type CanvasEdge, type CanvasNode, type GroupItem, MANY, type NoteItem } from '../canvas-state/canvas-store.ts'
import { useSession, useUi } from '../session/editor-context.ts'
import { ARIA_LABELS } from './aria-labels.ts'
import { BlockNode } from './block-node.tsx'
import classes from './canvas.module.css'
import { CARD_PAINT } from './card-colors.ts'
import { Dots } from './dots.tsx'
import { EmptyState } from './empty-state.tsx'
import { GroupCard } from './group-card.tsx'
import { GuideLines } from './guide-lines.tsx'
import { MapLayer } from './map/map-layer.tsx'
import { paintMap } from './map/paint-map.ts'
import { paintPassing } from './map/paint-passing.ts'
import { useViewMoves } from './map/view-move.ts'
import { NoteCard } from './note-card.tsx'
import { useCanvasSelection } from './selection.ts'
import { useDrag } from './use-drag.ts'
import { isFar, useTiny } from './use-far.ts'
import { useFittedView } from './use-fitted-view.ts'
import { useMenus } from './use-menus.ts'
import { useMinZoom } from './use-min-zoom.ts'
import { useWiring } from './use-wiring.ts'
import { ViewControls } from './view-controls.tsx'
import { Wire } from './wire.tsx'
import { RefusalHint, WireDraft } from './wire-draft.tsx'

const nodeTypes: NodeTypes = { block: BlockNode, note: NoteCard, blockGroup: GroupCard }
const edgeTypes: EdgeTypes = { wire: Wire }
const GRID: [number, number] = [10, 10]
/** The map draws the wires itself. */
const NO_EDGES: CanvasEdge[] = []
const passing = paintPassing(isFar)

const mapColor = (node: CanvasNode): string =>
  node.type === 'block'
    ? blockColor(node.data.kind)
    : `color-mix(in srgb, ${CARD_PAINT[paintOf(node)]} 25%, transparent)`

const paintOf = (node: NoteItem | GroupItem) => (node.type === 'note' ? node.data.note.color : node.data.group.color)

export function Canvas() {
  const { canvas } = useSession()
  const nodes = useStore(canvas, (s) => s.nodes)
  const edges = useStore(canvas, (s) => s.edges)
  const minimap = useUi((s) => s.minimap)
  const snap = useUi((s) => s.snap)
  const map = useTiny()
  const many = nodes.length > MANY
  const frame = useRef<HTMLDivElement>(null)
  const { onDoubleClick, ...menus } = useMenus()
  const wiring = useWiring()
  const dragging = useDrag()
  const moves = useViewMoves(frame)
  const select = useCanvasSelection()
  useFittedView()
  const minZoom = useMinZoom()

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click has a keyboard shortcut
    <div
      ref={frame}
      className={classes.canvas}
      data-testid="canvas"
      data-map={map || undefined}
      data-many={many || undefined}
      onDoubleClick={onDoubleClick}
    >
      {/* A new function at each move of a block would make React Flow re-render everything. */}
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={nodes as CanvasNode[]}
        edges={map ? NO_EDGES : (edges as CanvasEdge[])}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        {...dragging}
        {...wiring}
        {...menus}
        {...moves}
        onEdgesChange={select.edges}
        connectionLineComponent={WireDraft}
        connectionRadius={26}
        reconnectRadius={12}
        snapToGrid={snap}
        snapGrid={GRID}
        minZoom={minZoom}
        maxZoom={2}
        selectionMode={SelectionMode.Partial}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        elevateEdgesOnSelect
        onlyRenderVisibleElements={many}
        attributionPosition="top-right"
        aria-label={texts.editor.canvas.view.canvas}
        ariaLabelConfig={ARIA_LABELS}
      >
        <Dots />
        {minimap && nodes.length > 0 && !many && (
          <MiniMap<CanvasNode>
            pannable
            zoomable
            ariaLabel={texts.editor.canvas.view.map}
            nodeColor={mapColor}
            nodeBorderRadius={12}
            className={classes.minimap}
            style={{ width: 156, height: 100 }}
          />
        )}
        {(map || many) && <MapLayer paint={map ? paintMap : passing} onlyZooming={!map} />}
        <GuideLines />
        <RefusalHint />
      </ReactFlow>
      <ViewControls />
      {nodes.length === 0 && <EmptyState />}
    </div>
  )
}
