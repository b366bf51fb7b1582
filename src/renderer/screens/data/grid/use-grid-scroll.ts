/** Which rows of the grid are rendered, and where. Scrolling within the same rows renders nothing. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type GridLayout, offsetAt, offsetToShow, rowsAround, scaleOf, scrollTopAt, topOf } from './layout.ts'

/** View heights of cells rendered above and below the view, so that scrolling shows no gaps. */
const RENDERED = 0.5
/** Pixels of a line, where a wheel counts in lines. */
const LINE = 40

export interface GridView {
  /** Rendered rows. */
  first: number
  end: number
  /** The top of the first rendered row in the scrolled element, in pixels. */
  top: number
  /** Added to a position in the content, it is one in the scrolled element; not 0 only while the scroll is scaled. */
  shift: number
}

const NOTHING_SHOWN: GridView = { first: 0, end: 0, top: 0, shift: 0 }

export interface GridScroll {
  view: GridView
  /** The position in the content at the top of the view, in pixels. */
  offset(): number
  onScroll(): void
  scrollTo(offset: number): void
  show(index: number): void
}

interface Options {
  /** Null until the element has been measured. */
  layout: GridLayout | null
  scroller: RefObject<HTMLDivElement | null>
  /** Where the grid starts. */
  firstOffset: number
  onOffset(offset: number): void
}

export function useGridScroll({ layout, scroller, firstOffset, onOffset }: Options): GridScroll {
  const offset = useRef(firstOffset)
  const before = useRef<GridLayout | null>(null)
  const [view, setView] = useState(NOTHING_SHOWN)
  const report = useRef(onOffset)
  report.current = onOffset

  const render = useCallback(() => {
    if (!layout) return
    const rows = rowsAround(layout, offset.current, RENDERED)
    const shift = scaleOf(layout) === 1 ? 0 : scrollTopAt(layout, offset.current) - offset.current
    const next = { ...rows, shift, top: topOf(layout, rows.first) + shift }
    setView((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    report.current(offset.current)
  }, [layout])

  const scrollTo = useCallback(
    (to: number) => {
      const element = scroller.current
      if (!layout || !element) return
      offset.current = offsetAt(layout, scrollTopAt(layout, to))
      element.scrollTop = scrollTopAt(layout, offset.current)
      render()
    },
    [layout, render, scroller],
  )

  useLayoutEffect(() => {
    if (!layout) return
    const was = before.current
    before.current = layout
    if (was && (was.columns !== layout.columns || was.rowHeight !== layout.rowHeight)) {
      // The image at the top stays there when the cells get another size.
      const row = offset.current / was.rowHeight
      scrollTo(((row * was.columns) / layout.columns) * layout.rowHeight)
    } else scrollTo(offset.current)
  }, [layout, scrollTo])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (!layout || !element) return
    // The browser rounds a position that was set; the exact one is kept.
    if (Math.abs(element.scrollTop - scrollTopAt(layout, offset.current)) >= 1) {
      offset.current = offsetAt(layout, element.scrollTop)
    }
    render()
  }, [layout, render, scroller])

  // One pixel of a scaled scroll is several of the content: the wheel moves the content instead.
  const isScaled = layout !== null && scaleOf(layout) !== 1
  useEffect(() => {
    const element = scroller.current
    if (!element || !isScaled) return
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      scrollTo(offset.current + event.deltaY * (event.deltaMode === 1 ? LINE : 1))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [isScaled, scrollTo, scroller])

  const show = useCallback(
    (index: number) => {
      if (!layout || index < 0) return
      const to = offsetToShow(layout, index, offset.current)
      if (to !== offset.current) scrollTo(to)
    },
    [layout, scrollTo],
  )

  return { view, offset: () => offset.current, onScroll, scrollTo, show }
}
