import { beforeEach, expect, test, vi } from 'vitest'
import { Pen } from '../../../../../src/renderer/parts/run/overlay/pen.ts'

beforeEach(() => {
  vi.stubGlobal(
    'Path2D',
    class {
      roundRect() {}
    },
  )
})

/** A stage of 300 by 100 pixels with 10 pixels per letter; records the text drawn. */
function stage() {
  const written: [text: string, x: number, y: number][] = []
  const context = {
    measureText: (text: string) => ({ width: text.length * 10 }),
    fillText: (text: string, x: number, y: number) => void written.push([text, x, y]),
    fill: () => {},
    globalAlpha: 1,
  }
  const placement = { x: 0, y: 0, scale: 1 }
  const pen = new Pen(context as unknown as CanvasRenderingContext2D, placement as never, 300, 100, 'sans-serif')
  return { pen, written }
}

const at = (x: number, y: number) => () => [{ x, y }]

test('a label is drawn in full where there is room, and shortened where it would cover another', () => {
  const { pen, written } = stage()
  pen.chip(['car #4', '#4'], '#4c9be8', at(100, 40))
  pen.chip(['pedestrian #12', '#12'], '#5cc26f', at(40, 40))
  pen.chip(['bus #7', '#7'], '#d9c33f', at(40, 70))
  expect(written.map(([text]) => text)).toEqual(['car #4', '#12', 'bus #7'])
})

test('another corner is tried before a shorter text', () => {
  const { pen, written } = stage()
  pen.chip(['car #4', '#4'], '#4c9be8', at(100, 40))
  pen.chip(['car #5', '#5'], '#4c9be8', () => [
    { x: 100, y: 40 },
    { x: 100, y: 70 },
  ])
  expect(written.map(([text]) => text)).toEqual(['car #4', 'car #5'])
  expect(written[1]?.[2]).toBeGreaterThan(70)
})

test('without room, the shortest text covers as little as possible, and is omitted over others unless needed', () => {
  const { pen, written } = stage()
  pen.chip(['car #4', '#4'], '#4c9be8', at(100, 40))
  pen.chip(['car #5', '#5'], '#4c9be8', () => [
    { x: 110, y: 40 },
    { x: 160, y: 40 },
  ])
  pen.chip(['car #6', '#6'], '#4c9be8', at(110, 42))
  pen.chip(['Gate  3'], '#ffffff', at(110, 42), true)
  expect(written.map(([text]) => text)).toEqual(['car #4', '#5', 'Gate  3'])
  expect(written[1]?.[1]).toBeGreaterThan(160)
})

test('labels are lower on a low stage', () => {
  const heightOn = (stageHeight: number) => {
    const heights: number[] = []
    const context = { measureText: () => ({ width: 40 }), fillText: () => {}, fill: () => {}, globalAlpha: 1 }
    const pen = new Pen(context as unknown as CanvasRenderingContext2D, {} as never, 400, stageHeight, 'sans-serif')
    pen.chip(['car'], '#4c9be8', ({ height }) => {
      heights.push(height)
      return [{ x: 0, y: 0 }]
    })
    return heights[0]
  }
  expect(heightOn(200)).toBeLessThan(heightOn(600) ?? 0)
})
