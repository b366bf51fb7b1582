import { describe, expect, it } from 'vitest'
import {
  cells,
  drawThumbnail,
  fitted,
  MAX_CUTS,
} from '../../../../../src/renderer/screens/editor/preview/block-preview.tsx'
import type { NodeView } from '../../../../../src/renderer/screens/editor/preview/node-view.ts'
import { classColor } from '../../../../../src/shared/domain/class-color.ts'
import { found } from './previews.ts'

const ROOM = { x: 0, y: 0, width: 160, height: 90 }
const IMAGE = { pixels: { width: 640, height: 360 } as ImageBitmap, width: 1280, height: 720 }
const nothing: NodeView = { kept: [], dropped: [], regions: [], branch: null, events: [], state: 'shown' }

/** Records the drawing calls. */
function paper() {
  const drawn: { what: string; args: number[]; dashed: boolean; alpha: number }[] = []
  let dash: number[] = []
  const ctx = {
    globalAlpha: 1,
    setLineDash: (d: number[]) => {
      dash = d
    },
    drawImage: (_: unknown, ...args: number[]) => note('image', args),
    strokeRect: (...args: number[]) => note('box', args),
    lineTo: (...args: number[]) => note('point', args),
    clearRect() {},
    beginPath() {},
    closePath() {},
    stroke() {},
  }
  const note = (what: string, args: number[]) =>
    drawn.push({ what, args, dashed: dash.length > 0, alpha: ctx.globalAlpha })
  return { ctx: ctx as unknown as CanvasRenderingContext2D, drawn }
}

describe('a thumbnail on a block', () => {
  it('has every box at its position in the frame, dropped ones dashed', () => {
    const { ctx, drawn } = paper()
    const view = {
      ...nothing,
      kept: [found(1, { box: [640, 360, 1280, 720] })],
      dropped: [found(2, { box: [0, 0, 128, 72] })],
    }
    drawThumbnail(ctx, ROOM, IMAGE, view, [], classColor)
    expect(drawn[0]).toMatchObject({ what: 'image', args: [0, 0, 160, 90] })
    const boxes = drawn.filter((d) => d.what === 'box')
    expect(boxes).toContainEqual({ what: 'box', args: [80, 45, 80, 45], dashed: false, alpha: 1 })
    expect(boxes.find((b) => b.dashed)?.args).toEqual([0, 0, 16, 9])
  })

  it('shows the regions of a crop block instead, each in its own shape', () => {
    const { ctx, drawn } = paper()
    const regions = Array.from({ length: MAX_CUTS + 3 }, (_, i) => [i * 20, 0, i * 20 + 40, 80] as const)
    drawThumbnail(ctx, ROOM, IMAGE, { ...nothing, regions }, [], classColor)
    expect(drawn).toHaveLength(MAX_CUTS)
    // In the smaller pixels of the image, and twice as high as wide.
    const [x, y, width, height, , , w = 0, h = 0] = drawn[1]?.args ?? []
    expect([x, y, width, height]).toEqual([10, 0, 20, 40])
    expect(h / w).toBeCloseTo(2)
  })

  it('fades when the frame does not reach the block', () => {
    const { ctx, drawn } = paper()
    drawThumbnail(ctx, ROOM, IMAGE, { ...nothing, state: 'not_reached', kept: [found(1)] }, [], classColor)
    expect(drawn).toEqual([{ what: 'image', args: [0, 0, 160, 90], dashed: false, alpha: 0.3 }])
  })

  it('draws lines in fractions of the frame', () => {
    const { ctx, drawn } = paper()
    const line = {
      kind: 'line' as const,
      name: 'Gate',
      color: '#27e0ff',
      points: [
        [0, 0.5],
        [1, 0.5],
      ] as [number, number][],
    }
    drawThumbnail(ctx, { ...ROOM, height: 100 }, IMAGE, nothing, [line], classColor)
    expect(drawn.filter((d) => d.what === 'point').map((d) => d.args)).toEqual([
      [0, 50],
      [160, 50],
    ])
  })
})

describe('space for images', () => {
  it('keeps their shape, centred', () => {
    expect(fitted({ x: 0, y: 0, width: 200, height: 100 }, 1)).toEqual({ x: 50, y: 0, width: 100, height: 100 })
  })

  it('has a cell for each, without overlaps', () => {
    for (const count of [1, 2, 3, 4, 5, 6]) {
      const all = cells(count, ROOM)
      expect(all).toHaveLength(count)
      for (const [i, a] of all.entries()) {
        expect(a.x + a.width).toBeLessThanOrEqual(ROOM.width + 1e-9)
        expect(a.y + a.height).toBeLessThanOrEqual(ROOM.height + 1e-9)
        for (const b of all.slice(i + 1)) {
          expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y).toBe(true)
        }
      }
    }
  })
})
