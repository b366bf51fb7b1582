import { describe, expect, it } from 'vitest'
import { type ArrangeInput, arrange } from '../../../../../src/renderer/parts/workflow/arrange/arrange.ts'
import { completeLayout } from '../../../../../src/renderer/parts/workflow/arrange/complete-layout.ts'
import { reservedSize } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { doc } from '../../../screens/editor/documents.ts'

const size = { width: 200, height: 60 }
const input = (ids: string[], edges: [string, string][]): ArrangeInput => ({
  nodes: ids.map((id) => ({ id, ...size })),
  edges: edges.map(([source, target]) => ({ source, target })),
})

describe('automatic layout', () => {
  it('runs from left to right along the wires', () => {
    const p = arrange(
      input(
        ['c', 'b', 'a'],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
      ),
    )
    expect(p.a?.x).toBeLessThan(p.b?.x as number)
    expect(p.b?.x).toBeLessThan(p.c?.x as number)
  })

  it('never lets two blocks overlap', () => {
    const ids = Array.from({ length: 40 }, (_, i) => `n${i}`)
    const p = arrange(
      input(
        ids,
        ids.slice(1).map((id, i) => [ids[Math.floor(i / 3)] as string, id]),
      ),
    )
    for (const a of ids) {
      for (const b of ids) {
        if (a >= b) continue
        const apart =
          Math.abs((p[a]?.x ?? 0) - (p[b]?.x ?? 0)) >= size.width ||
          Math.abs((p[a]?.y ?? 0) - (p[b]?.y ?? 0)) >= size.height
        expect(apart, `${a} and ${b}`).toBe(true)
      }
    }
  })

  it('is deterministic, and accepts loops and loose ends', () => {
    const odd = input(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'a'],
        ['a', 'nobody'],
      ],
    )
    expect(arrange(odd)).toEqual(arrange(odd))
  })
})

describe('a partial layout', () => {
  it('keeps existing positions and puts the rest below', () => {
    const { graph } = doc(['source-1', 'model-1'])
    const layout = completeLayout(graph, { nodes: { 'source-1': { x: 500, y: 300 } } })
    expect(layout.nodes['source-1']).toEqual({ x: 500, y: 300 })
    expect(layout.nodes['model-1']?.y).toBeGreaterThanOrEqual(300 + reservedSize('source').height)
  })

  it('stays unchanged when it is complete', () => {
    const { graph, layout } = doc(['source-1'])
    expect(completeLayout(graph, layout)).toBe(layout)
  })
})
