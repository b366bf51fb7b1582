/** Zooms and pans its content: wheel or pinch zooms at the pointer, dragging background or middle button pans. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import classes from './geometry.module.css'
import { FIT, panned, type View, zoomedAt } from './zoom.ts'

const STEP = 1.4
const MIDDLE = { x: 0.5, y: 0.5 }

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
