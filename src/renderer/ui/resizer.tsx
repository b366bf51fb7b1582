/** An edge of the panel that it stands in: dragged, or moved with keys, it makes the panel larger or smaller. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import classes from './resizer.module.css'

const STEP = 16

interface ResizerProps {
  label: string
  /** Which edge of the panel it is. */
  edge: 'left' | 'right' | 'top'
  least: number
  /** What grows and shrinks in return, and what is to be left of it. */
  neighbour: { selector: string; least: number }
  /** A size that was chosen, once the pointer or the key is let go; null for the size that the panel has of itself. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured is on the screen
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      // A panel that goes is told to be smaller once more.
      if (handle.current) setNow(measure())
    })
    observer.observe(panel())
    const other = document.querySelector(selector)
    if (other) observer.observe(other)
    return () => observer.disconnect()
  }, [selector])

  /** Shown at once; kept when it is let go. */
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
  /** Along with the right edge a panel grows to the right; along with the others the other way. */
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
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved is no <hr>
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
        // Or text would be selected on the way, and take the focus.
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
