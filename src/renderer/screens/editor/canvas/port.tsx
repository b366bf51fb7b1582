/** A typed port of a block: its dot lights up for a wire that fits and fades for one that does not. */
import { Handle, Position } from '@xyflow/react'
import { memo, useMemo } from 'react'
import type { PortType } from '../../../../shared/blocks/block.ts'
import { PORT_COLORS } from '../../../base/ui/tokens.ts'
import { texts } from '../../../texts/texts.ts'
import type { PortSpec } from '../canvas-state/canvas-store.ts'
import type { WireEnd } from '../document/wiring.ts'
import { useUi } from '../session/ui-store.ts'
import classes from './port.module.css'

interface PortProps {
  nodeId: string
  spec: PortSpec
  /** Distance of the dot's centre from the block's top, in canvas pixels. */
  top: number
}

export const Port = memo(function Port({ nodeId, spec, top }: PortProps) {
  const { side, port } = spec
  const types = spec.side === 'source' ? [spec.port.type] : spec.port.accepts
  const fit = useFit(nodeId, port.id, side)
  return (
    <Handle
      type={side}
      id={port.id}
      position={side === 'source' ? Position.Right : Position.Left}
      className={classes.port}
      style={{ top, '--port': colourOf(types) } as React.CSSProperties}
      data-fit={fit}
      data-testid={`port-${nodeId}-${side === 'source' ? 'out' : 'in'}-${port.id}`}
    >
      <span className={classes.tip} data-side={side}>
        <b>{port.title}</b> {portWords(spec)}
      </span>
    </Handle>
  )
})

function useFit(nodeId: string, port: string, side: WireEnd['side']): 'yes' | 'no' | 'origin' | undefined {
  const accepts = useUi((s) => s.wire?.accepts)
  return useMemo(() => {
    if (!accepts) return undefined
    const found = accepts({ nodeId, port, side })
    return found === null ? 'origin' : found.fits ? 'yes' : 'no'
  }, [accepts, nodeId, port, side])
}

/** A port that accepts several types shows their colours side by side. */
function colourOf(types: readonly PortType[]): string {
  if (types.length === 1) return PORT_COLORS[types[0] as PortType]
  const share = 360 / types.length
  return `conic-gradient(${types.map((t, i) => `${PORT_COLORS[t]} ${i * share}deg ${(i + 1) * share}deg`).join(', ')})`
}

function portWords(spec: PortSpec): string {
  const words = texts.editor.canvas.port
  const same = (types: string) => types.toLowerCase() === spec.port.title.toLowerCase()
  if (spec.side === 'source') {
    const type = words.types[spec.port.type]
    return same(type) ? words.out : words.outOf(type)
  }
  const types = spec.port.accepts.map((type) => words.types[type]).join(', ')
  return `${same(types) ? words.in : words.inOf(types)}${spec.port.many ? '' : words.oneWire}`
}
