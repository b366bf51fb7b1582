/** The video with its overlay: wheel and drag zoom and pan it, and the overlay is drawn for the current frame. */
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import { panBy, place, WHOLE, zoomAt } from '../overlay/view.ts'
import type { Playback } from '../player/playback.ts'
import classes from './inspector.module.css'
import { type Inspector, useInspected } from './inspector-store.ts'
import type { Paint } from './use-painter.ts'

interface StageProps {
  inspector: Inspector
  playback: Playback
  frame: Size
  /** Size that gives the stage its aspect ratio; that of the frame by default. */
  shape?: Size
  /** Draws the overlay of the current frame; a new function means that its data has changed. */
  paint: Paint
  /** Called for a click that was not a drag. */
  onToggle: () => void
  children: ReactNode
}

/** A press that moves by less is a click. */
const CLICK_PX = 4

export function Stage({ inspector, playback, frame, shape = frame, paint, onToggle, children }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  const view = useInspected(inspector, (s) => s.view)
  const moved = useRef(0)

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // React attaches passive wheel listeners, which cannot keep the page from scrolling.
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const zoomed = inspector.store.getState().view.zoom > 1
      if (!event.ctrlKey && !event.metaKey && !zoomed && event.deltaY > 0) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const at = { x: event.clientX - left, y: event.clientY - top }
      inspector.setView((v) => zoomAt(v, Math.exp(-event.deltaY * 0.0022), at, size, frame))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [inspector, size, frame])

  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || size.width === 0) return
    const font = getComputedStyle(element).fontFamily
    const ratio = window.devicePixelRatio || 1
    element.width = Math.round(size.width * ratio)
    element.height = Math.round(size.height * ratio)
    const draw = () => {
      const state = inspector.store.getState()
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, element.width, element.height)
      context.scale(ratio, ratio)
      paint({ context, placement: place(state.view, size, frame), size, state, element, font })
    }
    let waiting = 0
    // Several changes between two display frames are drawn once.
    const soon = () => {
      waiting ||= requestAnimationFrame(() => {
        waiting = 0
        draw()
      })
    }
    draw()
    const stops = [playback.onFrame(draw), inspector.store.subscribe(soon)]
    return () => {
      cancelAnimationFrame(waiting)
      for (const stop of stops) stop()
    }
  }, [inspector, playback, paint, size, frame])

  const { left, top, scale } = size.width > 0 ? place(view, size, frame) : { left: 0, top: 0, scale: 0 }
  const onPointerMove = (event: PointerEvent) => {
    if (event.buttons !== 1) return
    moved.current += Math.abs(event.movementX) + Math.abs(event.movementY)
    if (view.zoom > 1 && moved.current > CLICK_PX) {
      event.currentTarget.setPointerCapture(event.pointerId)
      inspector.setView((v) => panBy(v, event.movementX, event.movementY, size, frame))
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: everything here has a key too, see player-keys
    <div
      ref={stage}
      className={classes.stage}
      style={{ aspectRatio: `${shape.width} / ${shape.height}` }}
      data-stage
      data-zoomed={view.zoom > 1 || undefined}
      onPointerDown={() => {
        moved.current = 0
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => moved.current <= CLICK_PX && onToggle()}
      onDoubleClick={() => inspector.setView(() => WHOLE)}
    >
      <div
        className={classes.content}
        style={{
          width: frame.width,
          height: frame.height,
          transform: `translate(${left}px, ${top}px) scale(${scale})`,
        }}
      >
        {children}
      </div>
      <canvas ref={canvas} className={classes.overlay} data-testid="overlay" />
    </div>
  )
}
