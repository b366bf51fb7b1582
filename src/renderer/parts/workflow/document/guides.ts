/** Snaps to neighbours with aligned edges or centres. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A line across the canvas at `at`, from `from` to `to`, in canvas pixels. */
export interface Guide {
  axis: 'x' | 'y'
  at: number
  from: number
  to: number
}

export interface Snap {
  dx: number
  dy: number
  guides: Guide[]
}

interface Mark {
  at: number
  box: Box
}

/** Alignment candidates in sorted order, so that each move of a drag costs O(log n). */
export interface Neighbours {
  x: readonly Mark[]
  y: readonly Mark[]
}

const lines = (start: number, size: number) => [start, start + size / 2, start + size]

export function neighboursOf(boxes: readonly Box[]): Neighbours {
  const sorted = (marks: Mark[]) => marks.sort((a, b) => a.at - b.at)
  return {
    x: sorted(boxes.flatMap((box) => lines(box.x, box.width).map((at) => ({ at, box })))),
    y: sorted(boxes.flatMap((box) => lines(box.y, box.height).map((at) => ({ at, box })))),
  }
}

/** Returns the mark nearest to a value within `reach`, by binary search. */
function nearest(marks: readonly Mark[], value: number, reach: number): Mark | null {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).at < value) low = middle + 1
    else high = middle
  }
  const near = [marks[low - 1], marks[low]].filter((m): m is Mark => m !== undefined && Math.abs(m.at - value) <= reach)
  return near.sort((a, b) => Math.abs(a.at - value) - Math.abs(b.at - value))[0] ?? null
}

/** Returns the offset that aligns a box with a neighbour, and the guides. `reach` in canvas pixels. */
export function snapTo(neighbours: Neighbours, box: Box, reach: number): Snap {
  const best = (marks: readonly Mark[], values: number[]) =>
    values
      .flatMap((value) => {
        const mark = nearest(marks, value, reach)
        return mark ? [{ mark, by: mark.at - value }] : []
      })
      .sort((a, b) => Math.abs(a.by) - Math.abs(b.by))[0]
  const x = best(neighbours.x, lines(box.x, box.width))
  const y = best(neighbours.y, lines(box.y, box.height))
  const moved = { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) }
  const guides: Guide[] = []
  if (x) guides.push({ axis: 'x', at: x.mark.at, ...span(moved.y, moved.height, x.mark.box.y, x.mark.box.height) })
  if (y) guides.push({ axis: 'y', at: y.mark.at, ...span(moved.x, moved.width, y.mark.box.x, y.mark.box.width) })
  return { dx: x?.by ?? 0, dy: y?.by ?? 0, guides }
}

const span = (a: number, aSize: number, b: number, bSize: number) => ({
  from: Math.min(a, b),
  to: Math.max(a + aSize, b + bSize),
})
