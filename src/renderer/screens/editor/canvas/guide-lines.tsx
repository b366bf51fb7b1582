/** The alignment guides of a dragged block. */
import { ViewportPortal } from '@xyflow/react'
import { useUi } from '../session/editor-context.ts'
import classes from './cards.module.css'

export function GuideLines() {
  const guides = useUi((s) => s.guides)
  if (guides.length === 0) return null
  return (
    <ViewportPortal>
      <svg className={classes.guides} width={1} height={1} aria-hidden>
        {guides.map(({ axis, at, from, to }) =>
          axis === 'x' ? (
            <line key={`x${at}`} x1={at} x2={at} y1={from} y2={to} />
          ) : (
            <line key={`y${at}`} x1={from} x2={to} y1={at} y2={at} />
          ),
        )}
      </svg>
    </ViewportPortal>
  )
}
