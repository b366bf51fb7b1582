/** A block under the map's canvas: invisible, but it takes the pointer, drags and the keyboard focus. */
import { type NodeProps, Position } from '@xyflow/react'
import { blockSize } from '../../../../parts/workflow/document/block-size.ts'
import { titleById } from '../../../../parts/workflow/document/document.ts'
import type { BlockItem } from '../../canvas-state/canvas-store.ts'
import { placedPorts } from '../../canvas-state/port-places.ts'
import { useDocument } from '../../session/editor-context.ts'
import classes from './map.module.css'

export function MapBlock({ id, data: { kind }, width, height }: NodeProps<BlockItem>) {
  const title = useDocument((s) => titleById(s.doc, id, kind))
  // The same size as before, so that nothing moves on zooming in.
  const size = width && height ? { width, height } : blockSize(kind)
  return (
    <div className={classes.block} style={size} title={title}>
      {placedPorts(kind).map(({ spec: { side, port }, top }) => (
        // An invisible anchor where wires will end, measured by React Flow.
        <i
          key={`${side}-${port.id}`}
          className={`${classes.anchor} ${side}`}
          data-side={side}
          data-handleid={port.id}
          data-handlepos={side === 'source' ? Position.Right : Position.Left}
          style={{ top }}
        />
      ))}
    </div>
  )
}
