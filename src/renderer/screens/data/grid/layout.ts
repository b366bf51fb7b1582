/**
 * Where the cells of the grid are: all have the same size, so that every position is arithmetic, whatever the number of
 * images. Lengths are CSS pixels; offsets are those of the content, which may be longer than the browser can scroll.
 */
import type { Ranges } from './ranges.ts'

export const LEAST_SIDE = 120
export const MOST_SIDE = 320
/** Between cells, and around all of them. */
export const GAP = 8
/** The line with the file name, below the picture. */
export const CAPTION = 24
/** Browsers end scrolling near 2^24 physical pixels; beyond this height the scroll is scaled. */
export const MOST_SCROLL = 7_500_000

export interface GridLayout {
  count: number
  columns: number
  rows: number
  /** The side of a picture, at least the chosen size: cells fill the width. */
  side: number
  rowHeight: number
  contentHeight: number
  /** The height of the scrolled element, at most `MOST_SCROLL`. */
  scrollHeight: number
  viewHeight: number
}

interface Given {
  count: number
  /** The width of the view, in pixels. */
  width: number
  height: number
  /** Chosen side of the pictures. */
  size: number
}

export function layoutOf({ count, width, height, size }: Given): GridLayout {
  const inner = Math.max(1, width - 2 * GAP)
  const columns = Math.max(1, Math.floor((inner + GAP) / (size + GAP)))
  const side = Math.max(1, Math.floor((inner - GAP * (columns - 1)) / columns))
  const rows = Math.ceil(count / columns)
  const rowHeight = side + CAPTION + GAP
  const contentHeight = rows === 0 ? 0 : GAP + rows * rowHeight
  const scrollHeight = Math.min(contentHeight, MOST_SCROLL)
  return { count, columns, rows, side, rowHeight, contentHeight, scrollHeight, viewHeight: height }
}

const scrollable = ({ scrollHeight, viewHeight }: GridLayout) => Math.max(0, scrollHeight - viewHeight)

/** The largest offset of the content. */
export const lastOffset = ({ contentHeight, viewHeight }: GridLayout): number => Math.max(0, contentHeight - viewHeight)

/** How much content one pixel of the scroll moves; 1 unless the scroll is scaled. */
export function scaleOf(layout: GridLayout): number {
  const way = scrollable(layout)
  return way === 0 || layout.contentHeight === layout.scrollHeight ? 1 : lastOffset(layout) / way
}

export const offsetAt = (layout: GridLayout, scrollTop: number): number =>
  Math.min(lastOffset(layout), Math.max(0, scrollTop * scaleOf(layout)))

export const scrollTopAt = (layout: GridLayout, offset: number): number => offset / scaleOf(layout)

export const topOf = ({ rowHeight }: GridLayout, row: number): number => GAP + row * rowHeight
export const leftOf = ({ side }: GridLayout, column: number): number => GAP + column * (side + GAP)

export interface Rows {
  first: number
  /** The row after the last one. */
  end: number
}

/** The rows in view, and those up to a number of view heights around it. */
export function rowsAround(layout: GridLayout, offset: number, screens: number): Rows {
  const { rowHeight, rows, viewHeight } = layout
  const more = screens * viewHeight
  const first = Math.floor((offset - more - GAP) / rowHeight)
  const end = Math.ceil((offset + viewHeight + more - GAP) / rowHeight)
  return { first: Math.min(rows, Math.max(0, first)), end: Math.min(rows, Math.max(0, end)) }
}

/** The indexes of the images in some rows: from the first, to the one after the last. */
export const indexesOf = ({ columns, count }: GridLayout, { first, end }: Rows): readonly [number, number] => [
  Math.min(count, first * columns),
  Math.min(count, end * columns),
]

/** The offset nearest to this one at which the whole cell is in view; its top, where the view is too low for it. */
export function offsetToShow(layout: GridLayout, index: number, offset: number): number {
  const top = topOf(layout, Math.floor(index / layout.columns)) - GAP
  const bottom = top + layout.rowHeight + GAP
  const shown = Math.min(top, Math.max(offset, bottom - layout.viewHeight))
  return Math.min(lastOffset(layout), Math.max(0, shown))
}

export interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The images whose cells a rectangle touches; its corners are positions in the content. */
export function touched(layout: GridLayout, { x0, y0, x1, y1 }: Box): Ranges {
  const { columns, side, rowHeight, rows, count } = layout
  const step = side + GAP
  const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)]
  // A cell begins at GAP + n * step and is `side` long; the rectangle may lie in the gap before it.
  const firstColumn = Math.max(0, Math.ceil((left - GAP - side) / step))
  const lastColumn = Math.min(columns - 1, Math.floor((right - GAP) / step))
  const firstRow = Math.max(0, Math.ceil((top - GAP - (rowHeight - GAP)) / rowHeight))
  const lastRow = Math.min(rows - 1, Math.floor((bottom - GAP) / rowHeight))
  if (firstColumn > lastColumn || firstRow > lastRow) return []
  if (firstColumn === 0 && lastColumn === columns - 1) {
    return [[firstRow * columns, Math.min(count, (lastRow + 1) * columns)]]
  }
  const found: [number, number][] = []
  for (let row = firstRow; row <= lastRow; row++) {
    const start = row * columns + firstColumn
    const end = Math.min(count, row * columns + lastColumn + 1)
    if (start < end) found.push([start, end])
  }
  return found
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] as const
export type GridKey = (typeof KEYS)[number]
export const isGridKey = (key: string): key is GridKey => (KEYS as readonly string[]).includes(key)

/** The image that a key leads to; the first one when there is no current image (-1). */
export function stepped(layout: GridLayout, from: number, key: GridKey): number {
  const { columns, count, rowHeight, viewHeight } = layout
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (from < 0) return 0
  const page = Math.max(1, Math.floor(viewHeight / rowHeight)) * columns
  const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -page, PageDown: page }[key]
  const to = from + by
  if (to >= 0 && to <= last) return to
  // A vertical step out of the grid stays in its column, or ends at the last image of a shorter last row.
  if (key === 'ArrowUp') return from
  if (key === 'PageUp') return from % columns
  if (key === 'ArrowDown' && Math.floor(from / columns) === Math.floor(last / columns)) return from
  return to < 0 ? 0 : last
}
