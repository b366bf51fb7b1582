/** Positions of a block's ports, in canvas pixels from within its border; the style sheet uses the same numbers. */
import { type NodeHandle, Position } from '@xyflow/react'
import type { BlockKind, InputPort, OutputPort } from '../../../../shared/blocks/block.ts'
import { type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { BLOCKS } from '../../../base/blocks/block-text.ts'
import { BLOCK_WIDTH } from '../../../parts/workflow/document/block-size.ts'

export type PortSpec = { side: 'target'; port: InputPort } | { side: 'source'; port: OutputPort }

/** A side's only port is in the middle of the head; several ports have a named row each. */
const HEAD_MIDDLE = 29
const FIRST_ROW = 70
const ROW = 24

export interface PlacedPort {
  spec: PortSpec
  top: number
  named: boolean
}

const known = new Map<BlockKindName, readonly PlacedPort[]>()

export function placedPorts(kind: string): readonly PlacedPort[] {
  if (!isBlockKind(kind)) return []
  const places = known.get(kind) ?? placed(BLOCKS[kind])
  known.set(kind, places)
  return places
}

function placed({ inputs, outputs }: BlockKind): PlacedPort[] {
  const place = (specs: PortSpec[]): PlacedPort[] =>
    specs.map((spec, i) =>
      specs.length === 1 ? { spec, top: HEAD_MIDDLE, named: false } : { spec, top: FIRST_ROW + i * ROW, named: true },
    )
  return [
    ...place(inputs.map((port) => ({ side: 'target', port }))),
    ...place(outputs.map((port) => ({ side: 'source', port }))),
  ]
}

const BORDER = 1

/** Distance of a port from the block's top; the head's middle for a port that the kind does not have. */
export const portTop = (kind: string, side: PortSpec['side'], port: string | null | undefined): number =>
  BORDER + (placedPorts(kind).find(({ spec }) => spec.side === side && spec.port.id === port)?.top ?? HEAD_MIDDLE)

const DOT = 12

/** Returns a kind's ports as React Flow would measure them. */
export const handlesOf = (kind: string): NodeHandle[] =>
  placedPorts(kind).map(({ spec: { side, port }, top }) => ({
    id: port.id,
    type: side,
    position: side === 'source' ? Position.Right : Position.Left,
    x: (side === 'source' ? BLOCK_WIDTH - BORDER : BORDER) - DOT / 2,
    y: BORDER + top - DOT / 2,
    width: DOT,
    height: DOT,
  }))
