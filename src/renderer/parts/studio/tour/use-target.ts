/** Tracks the position of an element on the screen, frame by frame, while a step points at it. */
import { useEffect, useRef, useState } from 'react'
import type { Box } from './place-card.ts'

export interface Target {
  box: Box | null
  element(): Element | null
}

const same = (a: Box | null, b: Box | null) =>
  a === b || (a && b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height)

const outside = (e: Element): boolean => {
  const { top, bottom } = e.getBoundingClientRect()
  return top < 0 || bottom > window.innerHeight
}

/**
 * `onFrame` is called after each measurement. A null selector disables the search. With `reveal` an element found out
 * of sight is scrolled into view once.
 */
export function useTarget(selector: string | null, reveal: boolean, onFrame: () => void): Target {
  const [box, setBox] = useState<Box | null>(null)
  const found = useRef<Element | null>(null)
  const each = useRef(onFrame)
  each.current = onFrame

  useEffect(() => {
    found.current = null
    if (selector === null) return setBox(null)
    let last: Box | null = null
    let frame = 0
    const look = () => {
      if (!found.current?.isConnected || !found.current.matches(selector)) {
        found.current = document.querySelector(selector)
        if (reveal && found.current && outside(found.current)) found.current.scrollIntoView({ block: 'center' })
      }
      // An element under a dialog can't be reached, and a mark on it would cover the dialog.
      const covered = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
      const rect = covered ? undefined : found.current?.getBoundingClientRect()
      const next = rect ? { x: rect.x, y: rect.y, width: rect.width, height: rect.height } : null
      if (!same(last, next)) {
        last = next
        setBox(next)
      }
      each.current()
      frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [selector, reveal])

  return { box, element: () => found.current }
}
