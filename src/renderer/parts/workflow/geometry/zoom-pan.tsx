/** Zooms and pans its content: wheel or pinch zooms at the pointer, dragging background or middle button pans. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from './geometry.module.css'

const STEP = 1.4
const MIDDLE = { x: 0.5, y: 0.5 }

/** The zoom and pan of the frame. */
interface View {
  /** 1 fits the whole frame. */
  zoom: number
  /** Position of the frame's top left corner, as a fraction of the window; 0 at zoom 1, else negative. */
  x: number
  y: number
}

export const FIT: View = { zoom: 1, x: 0, y: 0 }
export const MAX_ZOOM = 12

/** Clamps the view so that the frame always covers the window. */
const kept = ({ zoom, x, y }: View): View => ({
  zoom,
  x: Math.min(0, Math.max(1 - zoom, x)),
  y: Math.min(0, Math.max(1 - zoom, y)),
})

/** Zooms so that the point at `at` (fractions of the window) stays in place. */
export function zoomedAt(view: View, at: { x: number; y: number }, factor: number): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor))
  const ratio = zoom / view.zoom
  return kept({ zoom, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio })
}

export const panned = (view: View, dx: number, dy: number): View => kept({ ...view, x: view.x + dx, y: view.y + dy })

export function ZoomPan({ children }: { children(zoom: number): ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(FIT)
  const pan = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    // React registers passive wheel listeners, which can't prevent the page from scrolling.
    const onWheel = (e: WheelEvent) => {
      e.preventDefault()
      const rect = element.getBoundingClientRect()
      const at = { x: (e.clientX - rect.left) / rect.width, y: (e.clientY - rect.top) / rect.height }
      setView((v) => zoomedAt(v, at, Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.002))))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])

  const onPointerDown = (e: PointerEvent) => {
    if (e.button > 1 || view.zoom === 1) return
    e.currentTarget.setPointerCapture(e.pointerId)
    pan.current = { x: e.clientX, y: e.clientY }
  }
  const onPointerMove = (e: PointerEvent) => {
    const from = pan.current
    const rect = box.current?.getBoundingClientRect()
    if (!from || !rect) return
    pan.current = { x: e.clientX, y: e.clientY }
    setView((v) => panned(v, (e.clientX - from.x) / rect.width, (e.clientY - from.y) / rect.height))
  }
  const end = () => {
    pan.current = null
  }
  return (
    <div className={classes.viewport} ref={box} data-zoomed={view.zoom > 1 || undefined}>
      <div
        className={classes.content}
        style={{ transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})` }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {children(view.zoom)}
      </div>
      <div className={classes.zoom} role="toolbar" aria-label={texts.blocks.zoomPan.zoom}>
        <Tool label={texts.blocks.zoomPan.out} onClick={() => setView((v) => zoomedAt(v, MIDDLE, 1 / STEP))}>
          <IconMinus size={14} />
        </Tool>
        <span>{`${Math.round(view.zoom * 100)} %`}</span>
        <Tool label={texts.blocks.zoomPan.in} onClick={() => setView((v) => zoomedAt(v, MIDDLE, STEP))}>
          <IconPlus size={14} />
        </Tool>
        <Tool label={texts.blocks.zoomPan.whole} onClick={() => setView(FIT)}>
          <IconFocusCentered size={14} />
        </Tool>
      </div>
    </div>
  )
}

const Tool = ({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon size={24} aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
