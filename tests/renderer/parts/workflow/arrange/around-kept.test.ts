import { describe, expect, it } from 'vitest'
import { aroundKept } from '../../../../../src/renderer/parts/workflow/arrange/around-kept.ts'

const block = (id: string, x: number, y: number) => ({ id, width: 200, height: 100, at: { x, y } })

describe('arranging around blocks that stay', () => {
  it('places the others beside the kept one, as in the automatic layout', () => {
    const places = aroundKept([block('a', 0, 0), block('b', 260, 0), block('c', 520, 0)], { b: { x: 1000, y: 700 } })
    expect(places).toEqual({ a: { x: 740, y: 700 }, c: { x: 1260, y: 700 } })
  })

  it('follows the nearest of several, and never overlaps another block', () => {
    const all = Array.from({ length: 24 }, (_, i) => block(`n${i}`, (i % 6) * 260, Math.floor(i / 6) * 120))
    const kept = { n0: { x: 500, y: 500 }, n14: { x: 510, y: 610 }, n23: { x: 0, y: 0 } }
    const places = aroundKept(all, kept)
    expect(Object.keys(places)).toHaveLength(21)
    const boxes = Object.entries({ ...places })
    for (const [i, [, a]] of boxes.entries()) {
      for (const [id, b] of [...boxes.slice(i + 1), ...Object.entries(kept)]) {
        const apart = Math.abs(a.x - b.x) >= 200 || Math.abs(a.y - b.y) >= 100
        expect(apart, id).toBe(true)
      }
    }
  })
})
