/** A resizable edge of the enclosing panel: dragging it or pressing arrow keys changes the panel's size. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './resizer.module.css'

const STEP = 16

interface ResizerProps {
  label: string
  /** The edge of the panel on which the handle lies. */
  edge: 'left' | 'right' | 'top'
  least: number
  /** The element that shrinks as the panel grows, and its minimum size. */
  neighbour: { selector: string; least: number }
  /** Called with the new size when the pointer or key is released; null restores the panel's default size. */
  onResize(size: number | null): void
}

export function Resizer({ label, edge, least, neighbour, onResize }: ResizerProps) {
  const handle = useRef<HTMLDivElement>(null)
  const held = useRef<{ at: number; size: number } | null>(null)
  const chosen = useRef<number | null>(null)
  const [now, setNow] = useState({ size: least, most: least })
  const { selector, least: left } = neighbour
  const upright = edge !== 'top'

  const panel = () => handle.current?.parentElement as HTMLElement
  const lengthOf = (element: Element) => Math.round(element.getBoundingClientRect()[upright ? 'width' : 'height'])
  function measure() {
    const other = document.querySelector(selector)
    const size = lengthOf(panel())
    return { size, most: Math.max(least, size, size + (other ? lengthOf(other) - left : 0)) }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the measurement depends on the page, not on state
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      // The observer fires once more after the panel is unmounted.
      if (handle.current) setNow(measure())
    })
    observer.observe(panel())
    const other = document.querySelector(selector)
    if (other) observer.observe(other)
    return () => observer.disconnect()
  }, [selector])

  /** Applies the size at once; `keep` stores it on release. */
  function resize(size: number) {
    chosen.current = Math.round(Math.min(Math.max(size, least), measure().most))
    panel().style[upright ? 'width' : 'height'] = `${chosen.current}px`
  }
  function keep() {
    held.current = null
    handle.current?.removeAttribute('data-held')
    if (chosen.current !== null) onResize(chosen.current)
    chosen.current = null
  }

  const placeOf = (e: PointerEvent) => (upright ? e.clientX : e.clientY)
  /** Dragging the right edge to the right enlarges the panel; the other edges work in reverse. */
  const growth = edge === 'right' ? 1 : -1

  function onKeyDown(e: KeyboardEvent) {
    const [back, on] = upright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown']
    const { size, most } = measure()
    if (e.key === back) resize(size - growth * STEP)
    else if (e.key === on) resize(size + growth * STEP)
    else if (e.key === 'Home') resize(least)
    else if (e.key === 'End') resize(most)
    else return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is not interactive
    <div
      ref={handle}
      className={classes.resizer}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={upright ? 'vertical' : 'horizontal'}
      aria-valuenow={now.size}
      aria-valuemin={least}
      aria-valuemax={now.most}
      data-edge={edge}
      onPointerDown={(e) => {
        if (e.button !== 0) return
        e.currentTarget.setPointerCapture(e.pointerId)
        e.currentTarget.setAttribute('data-held', '')
        held.current = { at: placeOf(e), size: measure().size }
      }}
      onMouseDown={(e) => {
        // Otherwise the drag would select text and move the focus.
        e.preventDefault()
        e.currentTarget.focus({ preventScroll: true })
      }}
      onPointerMove={(e) => {
        const by = held.current ? placeOf(e) - held.current.at : 0
        if (held.current && (by !== 0 || chosen.current !== null)) resize(held.current.size + growth * by)
      }}
      onLostPointerCapture={keep}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
      onKeyUp={keep}
      onBlur={keep}
    />
  )
}
