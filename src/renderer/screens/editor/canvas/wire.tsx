/** The wires of the canvas, in the colours of their data types. */
import { type ConnectionLineComponentProps, type EdgeProps, getBezierPath, useConnection } from '@xyflow/react'
import { memo, useState } from 'react'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCKS, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import { texts } from '../../../texts/texts.ts'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import type { WireEnd } from '../document/wiring.ts'
import { useDocument, useIssues, useRun, useSession } from '../session/editor-context.ts'
import { useUi } from '../session/ui-store.ts'
import { useSettled } from './map/view-move.ts'
import classes from './wire.module.css'

/** A wire with a cross to cut it while it is hovered or selected. */
export const Wire = memo(function Wire(props: EdgeProps<CanvasEdge>) {
  return useSettled() ? <SettledWire {...props} /> : null
})

function SettledWire(props: EdgeProps<CanvasEdge>) {
  const { id, data, selected } = props
  const [pointed, setPointed] = useState(false)
  const wrong = useIssues((s) => s.byEdge.get(id)?.[0]?.message)
  const flowing = useRun((s) => s.run?.status === 'processing')
  /** The crosses of many selected wires would clutter the canvas. */
  const alone = useDocument((s) => s.selection.edges.length === 1 && s.selection.edges[0] === id)
  const drop = useUi((s) => s.dropEdge === id)
  const { documents } = useSession()
  const [path, middleX, middleY] = getBezierPath(props)
  const color = data?.port ? PORT_COLORS[data.port] : 'var(--sl-bad)'
  const stroke = drop ? 'var(--sl-accent)' : wrong ? 'var(--sl-bad)' : color
  const cut = () => documents.getState().run({ type: 'remove', nodeIds: [], edgeIds: [id] })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the edge itself is focusable and deleted by key
    <g
      className={classes.wire}
      style={{ '--wire': color } as React.CSSProperties}
      data-selected={selected || undefined}
      data-wrong={wrong ? true : undefined}
      data-flowing={(flowing && !data?.off) || undefined}
      data-off={data?.off || undefined}
      data-drop={drop || undefined}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
    >
      {wrong && <title>{wrong}</title>}
      <path className={`react-flow__edge-interaction ${classes.grip}`} d={path} />
      <path className={`react-flow__edge-path ${classes.line}`} style={{ stroke }} d={path} />
      {(pointed || alone) && (
        // biome-ignore lint/a11y/useSemanticElements: a button element is not allowed in SVG
        <g
          className={classes.cut}
          transform={`translate(${middleX} ${middleY})`}
          role="button"
          aria-label={texts.editor.canvas.menu.removeWire}
          tabIndex={-1}
          onClick={(e) => {
            e.stopPropagation()
            cut()
          }}
          onKeyDown={(e) => {
            if (e.key === 'Enter') cut()
          }}
        >
          <circle r="9" />
          <path d="M-3 -3 L3 3 M3 -3 L-3 3" />
        </g>
      )}
    </g>
  )
}

/** The wire being drawn, and beside the pointer the reason why a port refuses it. */
export function WireDraft(props: ConnectionLineComponentProps<CanvasNode>) {
  const { fromX, fromY, toX, toY, fromPosition, toPosition, fromNode, fromHandle, connectionStatus } = props
  const [path] = getBezierPath({
    sourceX: fromX,
    sourceY: fromY,
    sourcePosition: fromPosition,
    targetX: toX,
    targetY: toY,
    targetPosition: toPosition,
  })
  const color = colourOf(fromNode.data.kind, fromHandle.id ?? null)
  const refused = connectionStatus === 'invalid'
  return (
    <g style={{ '--wire': refused ? 'var(--sl-bad)' : color } as React.CSSProperties}>
      <path className={classes.draftLine} d={path} data-refused={refused || undefined} />
      <circle className={classes.draftEnd} cx={toX} cy={toY} r={4} />
    </g>
  )
}

function colourOf(kind: string, port: string | null): string {
  if (!isBlockKind(kind)) return 'var(--sl-dim)'
  const output = (BLOCKS[kind] as BlockKind).outputs.find((p) => p.id === port)
  const input = (BLOCKS[kind] as BlockKind).inputs.find((p) => p.id === port)
  const type = output?.type ?? (input?.accepts.length === 1 ? input.accepts[0] : undefined)
  return type ? PORT_COLORS[type] : 'var(--sl-accent)'
}

/** Explains why the port under the wire refuses it. Rendered over the canvas, at the wire's end. */
export function RefusalHint() {
  const at = useConnection((c) =>
    c.inProgress && c.isValid === false && c.toHandle
      ? JSON.stringify({ nodeId: c.toHandle.nodeId, port: c.toHandle.id, side: c.toHandle.type })
      : null,
  )
  // The end of a wire being drawn is in pixels of the canvas element, not of the zoomed content.
  const x = useConnection((c) => (c.inProgress ? c.pointer.x : 0))
  const y = useConnection((c) => (c.inProgress ? c.pointer.y : 0))
  const accepts = useUi((s) => s.wire?.accepts)
  const found = at === null ? null : accepts?.(JSON.parse(at) as WireEnd)
  return found?.fits === false ? <Hint x={x} y={y} text={found.problem} /> : null
}

const Hint = ({ x, y, text }: { x: number; y: number; text: string }) => (
  <div className={classes.hint} style={{ left: x, top: y }} role="status">
    {text}
  </div>
)
