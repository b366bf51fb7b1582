/** Aligns and distributes blocks. Pure: takes boxes, returns the top left corners of those that move. */
import type { Box } from '../document/guides.ts'
import type { Positions } from './arrange.ts'

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Spread = 'across' | 'down'
export type Boxes = Readonly<Record<string, Box>>

const corners = (boxes: Boxes, place: (box: Box) => { x: number; y: number }): Positions =>
  Object.fromEntries(Object.entries(boxes).map(([id, box]) => [id, place(box)]))

/** Aligns all boxes on one line: that of the outermost box, or the centre of all. */
export function align(boxes: Boxes, to: Alignment): Positions {
  const all = Object.values(boxes)
  const left = Math.min(...all.map((b) => b.x))
  const right = Math.max(...all.map((b) => b.x + b.width))
  const top = Math.min(...all.map((b) => b.y))
  const bottom = Math.max(...all.map((b) => b.y + b.height))
  switch (to) {
    case 'left':
      return corners(boxes, ({ y }) => ({ x: left, y }))
    case 'right':
      return corners(boxes, ({ y, width }) => ({ x: right - width, y }))
    case 'centre':
      return corners(boxes, ({ y, width }) => ({ x: (left + right - width) / 2, y }))
    case 'top':
      return corners(boxes, ({ x }) => ({ x, y: top }))
    case 'bottom':
      return corners(boxes, ({ x, height }) => ({ x, y: bottom - height }))
    case 'middle':
      return corners(boxes, ({ x, height }) => ({ x, y: (top + bottom - height) / 2 }))
  }
}

/** Makes the gaps between neighbours equal; the first and the last box stay in place. */
export function spread(boxes: Boxes, along: Spread): Positions {
  const [at, size] = along === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const sorted = Object.entries(boxes).sort(([, a], [, b]) => a[at] - b[at])
  const [first, last] = [sorted[0]?.[1], sorted.at(-1)?.[1]]
  if (!first || !last || sorted.length < 3) return {}
  const taken = sorted.reduce((sum, [, box]) => sum + box[size], 0)
  const gap = (last[at] + last[size] - first[at] - taken) / (sorted.length - 1)
  let next = first[at]
  return Object.fromEntries(
    sorted.map(([id, box]) => {
      const place = { x: box.x, y: box.y, [at]: next }
      next += box[size] + gap
      return [id, place]
    }),
  )
}
