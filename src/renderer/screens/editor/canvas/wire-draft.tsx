/** The wire being drawn, and beside the pointer the reason why a port refuses it. */
import { type ConnectionLineComponentProps, getBezierPath, useConnection } from '@xyflow/react'
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCKS, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import type { CanvasNode } from '../canvas-state/canvas-store.ts'
import type { WireEnd } from '../document/wiring.ts'
import { useUi } from '../session/editor-context.ts'
import classes from './wire-draft.module.css'

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
      <path className={classes.line} d={path} data-refused={refused || undefined} />
      <circle className={classes.end} cx={toX} cy={toY} r={4} />
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
