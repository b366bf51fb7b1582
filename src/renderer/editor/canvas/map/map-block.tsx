/** A block that the map's canvas shows: nothing to see, but there to be pointed at, dragged and reached by key. */
import { type NodeProps, Position } from '@xyflow/react'
import { titleById } from '../../document/document.ts'
import { useDocument } from '../../session/editor-context.ts'
import { blockSize } from '../block-size.ts'
import type { BlockItem } from '../canvas-store.ts'
import { placedPorts } from '../port-places.ts'
import classes from './map.module.css'

export function MapBlock({ id, data: { kind }, width, height }: NodeProps<BlockItem>) {
  const title = useDocument((s) => titleById(s.doc, id, kind))
  // As large as it was, so that nothing moves when one comes nearer.
  const size = width && height ? { width, height } : blockSize(kind)
  return (
    <div className={classes.block} style={size} title={title}>
      {placedPorts(kind).map(({ spec: { side, port }, top }) => (
        // Where wires will end: React Flow measures it.
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
