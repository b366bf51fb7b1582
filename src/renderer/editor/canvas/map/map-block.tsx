/** A block on the map: nothing to see, but there to be pointed at, dragged and reached by key. */
import type { NodeProps } from '@xyflow/react'
import { kindTitle } from '../../document/document.ts'
import { useDocument } from '../../session/editor-context.ts'
import { blockSize } from '../block-size.ts'
import type { BlockItem } from '../canvas-store.ts'
import { PortAnchors } from '../port-anchors.tsx'
import classes from './map.module.css'

export function MapBlock({ id, data: { kind }, width, height }: NodeProps<BlockItem>) {
  const title = useDocument((s) => s.doc.layout.titles?.[id] ?? kindTitle(kind))
  // As large as it was, so that nothing moves when one comes nearer.
  const size = width && height ? { width, height } : blockSize(kind)
  return (
    <div className={classes.block} style={size} title={title}>
      <PortAnchors kind={kind} />
    </div>
  )
}
