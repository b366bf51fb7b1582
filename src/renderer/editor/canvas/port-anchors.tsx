/** Where wires will end, on a block that shows no ports for now: React Flow measures it, nobody meets it. */
import { Position } from '@xyflow/react'
import classes from './port.module.css'
import { placedPorts } from './port-places.ts'

export const PortAnchors = ({ kind }: { kind: string }) =>
  placedPorts(kind).map(({ spec: { side, port }, top }) => (
    <i
      key={`${side}-${port.id}`}
      className={`${classes.anchor} ${side}`}
      data-side={side}
      data-handleid={port.id}
      data-handlepos={side === 'source' ? Position.Right : Position.Left}
      style={{ top }}
    />
  ))
