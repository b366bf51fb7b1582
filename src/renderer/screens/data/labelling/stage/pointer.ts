/** Turns pointer and wheel events of an element into presses at places of the stage, and movements of the view. */
import type { Point } from '../outline/outline.ts'

export interface StagePress {
  /** CSS pixels from the left and top edge of the element. */
  at: Point
  snaps: boolean
  alt: boolean
  shift: boolean
  clicks: number
}

/** A press without modifier keys. */
export const pressAt = (at: Point): StagePress => ({ at, snaps: false, alt: false, shift: false, clicks: 1 })

export interface PointerActions {
  /** Returns true when the view moves with the pointer until it is released. */
  down(press: StagePress): boolean
  move(press: StagePress, held: boolean): void
  up(press: StagePress): void
  /** The gesture ended without a release, as when a dialog of the system opens. */
  cancel(): void
  leave(): void
  pan(by: Point): void
  /** A press that could have moved the view was released in its place. */
  tap(press: StagePress): void
  zoom(at: Point, factor: number): void
}

const DOUBLE_CLICK_MS = 400
const SAME_PLACE_PX = 5
const LINE_PX = 16

/** Returns a function that removes the listeners. */
export function listenToPointer(element: HTMLElement, actions: PointerActions): () => void {
  const stop = new AbortController()
  const on = { signal: stop.signal }
  let held: 'press' | 'pan' | null = null
  let last: Point = { x: 0, y: 0 }
  let panned = 0
  let click = { time: -Infinity, at: last, count: 0 }

  const pressOf = (e: MouseEvent, clicks = 1): StagePress => {
    const box = element.getBoundingClientRect()
    const at = { x: e.clientX - box.left, y: e.clientY - box.top }
    return { at, snaps: e.ctrlKey || e.metaKey, alt: e.altKey, shift: e.shiftKey, clicks }
  }
  const isNear = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y) <= SAME_PLACE_PX
  const countClick = (e: PointerEvent, at: Point): number => {
    const again = e.timeStamp - click.time < DOUBLE_CLICK_MS && isNear(click.at, at)
    click = { time: e.timeStamp, at, count: again ? click.count + 1 : 1 }
    return click.count
  }

  element.addEventListener(
    'pointerdown',
    (e) => {
      if (e.button > 1 || held) return
      element.setPointerCapture(e.pointerId)
      const press = pressOf(e)
      last = press.at
      panned = 0
      // A middle button would start the browser's scrolling.
      if (e.button === 1) e.preventDefault()
      held = e.button === 1 || actions.down({ ...press, clicks: countClick(e, press.at) }) ? 'pan' : 'press'
    },
    on,
  )
  element.addEventListener(
    'pointermove',
    (e) => {
      const press = pressOf(e)
      if (held !== 'pan') return actions.move(press, held === 'press')
      const by = { x: press.at.x - last.x, y: press.at.y - last.y }
      panned += Math.hypot(by.x, by.y)
      last = press.at
      if (panned >= SAME_PLACE_PX) actions.pan(by)
    },
    on,
  )
  const end = (e: PointerEvent) => {
    const was = held
    held = null
    if (was === 'press') actions.up(pressOf(e))
    else if (was === 'pan' && panned < SAME_PLACE_PX && e.button === 0) actions.tap(pressOf(e))
  }
  element.addEventListener('pointerup', end, on)
  element.addEventListener(
    'pointercancel',
    () => {
      held = null
      actions.cancel()
    },
    on,
  )
  // On a Mac, the snap key makes a press a secondary click.
  element.addEventListener('contextmenu', (e) => e.preventDefault(), on)
  element.addEventListener('pointerleave', () => actions.leave(), on)
  element.addEventListener(
    'wheel',
    (e) => {
      e.preventDefault()
      const unit = e.deltaMode === 1 ? LINE_PX : 1
      const [dx, dy] = [e.deltaX * unit, e.deltaY * unit]
      // A pinch on a touchpad arrives as a wheel with Ctrl.
      if (!e.ctrlKey && (e.shiftKey || Math.abs(dx) > Math.abs(dy)))
        return actions.pan({ x: -dx - (e.shiftKey ? dy : 0), y: 0 })
      actions.zoom(pressOf(e).at, Math.exp(-dy * (e.ctrlKey ? 0.01 : 0.002)))
    },
    { ...on, passive: false },
  )
  return () => stop.abort()
}
