/** Selects images by drawing a rectangle with the mouse; near an edge of the view the grid scrolls. */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Box, type GridLayout, touched } from './layout.ts'
import { dragged, type Modifiers, type Selection } from './selection.ts'
import type { GridScroll } from './use-grid-scroll.ts'

/** A shorter move is a click. */
const LEAST_MOVE = 5
/** Content pixels per frame, for each pixel that the pointer is outside the view. */
const SPEED = 0.35

interface Options {
  layout: GridLayout | null
  scroller: RefObject<HTMLDivElement | null>
  scroll: GridScroll
  selection: Selection
  onSelection(selection: Selection): void
}

interface Drag {
  /** In the content. */
  x: number
  y: number
  /** The position of the pointer, in the window. */
  at: { x: number; y: number }
  before: Selection
  modifiers: Modifiers
  isDrawn: boolean
}

export const modifiersOf = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Modifiers => ({
  shift: event.shiftKey,
  ctrl: event.ctrlKey || event.metaKey,
})

export function useRectangle({ layout, scroller, scroll, selection, onSelection }: Options) {
  const drag = useRef<Drag | null>(null)
  const [box, setBox] = useState<Box | null>(null)
  const latest = useRef({ layout, scroll, onSelection })
  latest.current = { layout, scroll, onSelection }

  const contentAt = ({ x, y }: { x: number; y: number }) => {
    const edges = scroller.current?.getBoundingClientRect()
    return { x: x - (edges?.left ?? 0), y: y - (edges?.top ?? 0) + latest.current.scroll.offset() }
  }

  const draw = () => {
    const { layout: now, onSelection: select } = latest.current
    const held = drag.current
    if (!held || !now) return
    const to = contentAt(held.at)
    const next = { x0: held.x, y0: held.y, x1: to.x, y1: to.y }
    setBox(next)
    select(dragged(held.before, touched(now, next), held.modifiers))
  }

  const isDrawing = box !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest is read when a frame is drawn
  useEffect(() => {
    if (!isDrawing) return
    let frame = 0
    const step = () => {
      frame = requestAnimationFrame(step)
      const edges = scroller.current?.getBoundingClientRect()
      const held = drag.current
      if (!edges || !held) return
      const outside = Math.min(0, held.at.y - edges.top) + Math.max(0, held.at.y - edges.bottom)
      if (outside === 0) return
      latest.current.scroll.scrollTo(latest.current.scroll.offset() + outside * SPEED)
      draw()
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [isDrawing])

  return {
    /** In the content; null while none is drawn. */
    box,
    begin(event: PointerEvent) {
      const at = { x: event.clientX, y: event.clientY }
      drag.current = { ...contentAt(at), at, before: selection, modifiers: modifiersOf(event), isDrawn: false }
    },
    move(event: PointerEvent) {
      const held = drag.current
      if (!held) return
      const moved = Math.hypot(event.clientX - held.at.x, event.clientY - held.at.y)
      if (!held.isDrawn && moved < LEAST_MOVE) return
      if (!held.isDrawn) scroller.current?.setPointerCapture(event.pointerId)
      held.isDrawn = true
      held.at = { x: event.clientX, y: event.clientY }
      draw()
    },
    /** Returns false when the pointer has not moved, so that it was a click. */
    end(): boolean {
      const wasDrawn = drag.current?.isDrawn ?? false
      drag.current = null
      setBox(null)
      return wasDrawn
    },
  }
}
