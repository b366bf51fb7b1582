/** The symbol of a line or zone in its colour on the frame. */
import { IconLine, IconPolygon } from '@tabler/icons-react'
import { geometryColor } from '../../../../shared/domain/geometry-color.ts'
import { texts } from '../../../texts/texts.ts'
import type { GeometryKind } from './draft.ts'
import classes from './shape-mark.module.css'

/** `index` is the position among all lines and zones of the workflow. */
export function ShapeMark({ kind, index }: { kind: GeometryKind; index: number }) {
  const Icon = kind === 'line' ? IconLine : IconPolygon
  return (
    <span className={classes.mark}>
      <i style={{ background: geometryColor(index) }} aria-hidden="true" />
      <Icon size={15} aria-label={texts.blocks.geometryDraft[kind]} />
    </span>
  )
}
