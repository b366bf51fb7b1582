/** A wire in the colour of its data type, with a cross to cut it while it is hovered or selected. */
import { type EdgeProps, getBezierPath } from '@xyflow/react'
import { memo, useState } from 'react'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import { texts } from '../../../texts/texts.ts'
import type { CanvasEdge } from '../canvas-state/canvas-store.ts'
import { useDocument, useIssues, useRun, useSession, useUi } from '../session/editor-context.ts'
import { useSettled } from './map/view-move.ts'
import classes from './wire.module.css'

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
