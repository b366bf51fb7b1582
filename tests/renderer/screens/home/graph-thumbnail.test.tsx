import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { GraphThumbnail } from '../../../../src/renderer/screens/home/graph-thumbnail.tsx'
import type { Graph, Layout } from '../../../../src/shared/graph/graph.ts'

/** A grid of filters, as far apart as blocks are on the canvas. */
function grid(columns: number, rows: number): { graph: Graph; layout: Layout } {
  const places = Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)] as const)
  return {
    graph: { version: 1, nodes: places.map((_, i) => ({ id: `${i}`, type: 'filter', config: {} })), edges: [] },
    layout: { nodes: Object.fromEntries(places.map(([x, y], i) => [`${i}`, { x: x * 252, y: y * 260 }])) },
  }
}

function drawn(columns: number, rows: number) {
  const { container } = render(<GraphThumbnail {...grid(columns, rows)} />)
  const cards = [...container.querySelectorAll('g > rect:first-child')].map((card) => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(card.getAttribute(name)))
    return { x, y, width, height } as Record<'x' | 'y' | 'width' | 'height', number>
  })
  return { cards, view: container.querySelector('svg')?.getAttribute('viewBox') }
}

describe('the drawing of a graph', () => {
  it('keeps its blocks apart when there are many', () => {
    const { cards } = drawn(9, 5)
    expect(cards).toHaveLength(45)
    const overlaps = cards.flatMap((a, i) =>
      cards.slice(0, i).filter((b) => Math.abs(a.x - b.x) < a.width && Math.abs(a.y - b.y) < a.height),
    )
    expect(overlaps).toEqual([])
  })

  it('has large blocks when there are few', () => {
    expect(drawn(3, 2).view).toBe('0 0 264 116')
  })
})
