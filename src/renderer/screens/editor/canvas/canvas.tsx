/** The canvas: React Flow bound to the document. Its only state is a drag in progress. */
import '@xyflow/react/dist/style.css'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconLayoutGrid, IconMovie } from '@tabler/icons-react'
import {
  type AriaLabelConfig,
  type EdgeTypes,
  MiniMap,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
  useStore as useFlowStore,
  useNodesInitialized,
  useStoreApi,
  ViewportPortal,
} from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Keys } from '../../../base/commands/keys.tsx'
import { GuideLink } from '../../../base/guide/guide-link.tsx'
import { navigate } from '../../../base/navigation/route.ts'
import { texts } from '../../../texts/texts.ts'
import { blockColor } from '../blocks/block-icons.tsx'
import { type CanvasEdge, type CanvasNode, type GroupItem, MANY, type NoteItem } from '../canvas-state/canvas-store.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { useUi } from '../session/ui-store.ts'
import { useCaps } from '../shortcuts.ts'
import { BlockNode } from './block-node.tsx'
import classes from './canvas.module.css'
import { CARD_PAINT, GroupCard, NoteCard } from './cards.tsx'
import { useMenus } from './context-menu.tsx'
import { MapLayer } from './map/map-layer.tsx'
import { paintMap, paintPassing } from './map/paint-map.ts'
import { useViewMoves } from './map/view-move.ts'
import { useCanvasSelection } from './selection.ts'
import { useDrag } from './use-drag.ts'
import { useWiring } from './use-wiring.ts'
import { isFar, useMinZoom, useTiny } from './use-zoom.ts'
import { ViewControls } from './view-controls.tsx'
import { RefusalHint, Wire, WireDraft } from './wire.tsx'

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

/** Distance between dots, in canvas pixels; twice the snap grid of blocks. */
const GAP = 20
const RADIUS = 0.6
/** Minimum distance on the screen: denser dots would merge into grey, so every second one is omitted. */
const CLOSEST = 13
/** Margin of the grid beyond the canvas; larger than any step. */
const MARGIN = 80

/** The dot grid behind the blocks, on its own layer: panning moves it without repainting. */
function Dots() {
  const flow = useStoreApi()
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    let shown: readonly number[] | null = null
    const follow = () => {
      const { transform } = flow.getState()
      if (transform === shown || !element.current) return
      const [x, y, zoom] = transform
      const { style } = element.current
      const step = stepAt(zoom)
      if (zoom !== shown?.[2]) {
        style.backgroundSize = `${step}px ${step}px`
        style.setProperty('--dot', `${Math.max(0.5, RADIUS * zoom)}px`)
      }
      style.transform = `translate(${shift(x, step)}px, ${shift(y, step)}px)`
      shown = transform
    }
    follow()
    return flow.subscribe(follow)
  }, [flow])
  return <div ref={element} className={classes.dots} style={{ inset: -MARGIN }} aria-hidden />
}

function stepAt(zoom: number): number {
  let step = GAP * zoom
  while (step < CLOSEST) step *= 2
  return step
}

/** A dot is drawn in the centre of its pattern cell, but must coincide with the canvas origin. */
const shift = (at: number, step: number) => (at + MARGIN - step / 2) % step

const labels = texts.editor.canvas.screenReader

const isDirection = (direction: string): direction is keyof typeof labels.directions =>
  Object.hasOwn(labels.directions, direction)

/** Screen reader labels of the canvas' parts, in the page's language. */
const ARIA_LABELS: Partial<AriaLabelConfig> = {
  'node.a11yDescription.default': labels.block,
  'node.a11yDescription.keyboardDisabled': labels.block,
  'node.a11yDescription.ariaLiveMessage': ({ direction, x, y }) =>
    labels.moved(isDirection(direction) ? labels.directions[direction] : direction, x, y),
  'edge.a11yDescription.default': labels.wire,
}

/** Fits a workflow into view when it opens, and keeps it fitted while panels open, until the user moves the view. */
function useFittedView(): void {
  const { camera } = useControls()
  const { documents, canvas } = useSession()
  const width = useFlowStore((s) => s.width)
  const height = useFlowStore((s) => s.height)
  const minimap = useUi((s) => s.minimap)
  const measured = useNodesInitialized()
  /** False for a canvas that opens empty: new blocks stay where they are drawn. */
  const opening = useRef(canvas.getState().nodes.length > 0)

  useLayoutEffect(() => {
    if (!opening.current || !measured || width === 0 || height === 0) return
    opening.current = false
    camera.fit('still')
  }, [camera, measured, width, height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new canvas size or minimap requires another fit
  useEffect(() => {
    if (camera.isFitted()) camera.fit('still')
  }, [camera, width, height, minimap])

  /** An added block may be out of view or push others out; a dragged one may leave the view. */
  useEffect(
    () =>
      documents.subscribe(({ doc }, { doc: before }) => {
        if (doc.graph.nodes.length <= before.graph.nodes.length || !camera.isFitted()) return
        requestAnimationFrame(() => {
          if (!camera.seesAll()) camera.fit()
        })
      }),
    [documents, camera],
  )
}

/** The hints on an empty canvas. */
function EmptyState() {
  const { files } = useControls()
  const add = useCaps()('add')
  return (
    <div className={classes.empty}>
      <div className={classes.emptyCard}>
        <Title order={2}>{texts.editor.canvas.empty.title}</Title>
        <Text size="sm" c="dimmed" maw={340}>
          {texts.editor.canvas.empty.text}
        </Text>
        <Group gap="xs" mt="md" justify="center">
          <Button size="sm" leftSection={<IconMovie size={16} />} onClick={() => void files.chooseSource()}>
            {texts.editor.canvas.empty.chooseVideo}
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLayoutGrid size={16} />}
            onClick={() => navigate({ screen: 'home' })}
          >
            {texts.editor.canvas.empty.template}
          </Button>
        </Group>
        {add && (
          <Text size="xs" c="dimmed" mt="md">
            {texts.editor.canvas.empty.doubleClick} <Keys keys={add} /> {texts.editor.canvas.empty.anyBlock}
          </Text>
        )}
        <GuideLink page="first-workflow" section="build-a-workflow" />
      </div>
    </div>
  )
}

/** The alignment guides of a dragged block. */
function GuideLines() {
  const guides = useUi((s) => s.guides)
  if (guides.length === 0) return null
  return (
    <ViewportPortal>
      <svg className={classes.guides} width={1} height={1} aria-hidden>
        {guides.map(({ axis, at, from, to }) =>
          axis === 'x' ? (
            <line key={`x${at}`} x1={at} x2={at} y1={from} y2={to} />
          ) : (
            <line key={`y${at}`} x1={from} x2={to} y1={at} y2={at} />
          ),
        )}
      </svg>
    </ViewportPortal>
  )
}

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
