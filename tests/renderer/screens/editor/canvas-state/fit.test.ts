import { expect, test } from 'vitest'
import { fittedView, minZoomOf, showsAll } from '../../../../../src/renderer/screens/editor/canvas-state/camera.ts'

const ROOM = { width: 900, height: 600 }
const MAP = { x: 732, y: 488, width: 156, height: 100 }
const BUTTONS = { x: 12, y: 556, width: 156, height: 32 }

const block = (x: number, y: number) => ({ x, y, width: 212, height: 150 })
const row = (count: number, x = 0) => Array.from({ length: count }, (_, i) => block(x + 260 * i, 0))
const column = (count: number, x = 0) => Array.from({ length: count }, (_, i) => block(x, 180 * i))

type Box = typeof MAP

const onScreen = (blocks: readonly Box[], floating: readonly Box[] = [MAP, BUTTONS]): Box[] => {
  const { x, y, zoom } = fittedView(blocks, ROOM, floating)
  return blocks.map((b) => ({ x: x + b.x * zoom, y: y + b.y * zoom, width: b.width * zoom, height: b.height * zoom }))
}

const GRAPHS = {
  'a row': row(5),
  'a column': column(5),
  'an output in the corner of the map': [...row(4), ...column(4, 4 * 260)],
  'blocks everywhere': [0, 1, 2, 3, 4].flatMap((i) => column(4, 260 * i)),
  'one block': row(1),
}

test.each(Object.entries(GRAPHS))(
  'with %s no block is outside, under the minimap or under the zoom buttons',
  (_, blocks) => {
    for (const box of onScreen(blocks)) {
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(ROOM.width)
      expect(box.y + box.height).toBeLessThanOrEqual(ROOM.height)
      for (const above of [MAP, BUTTONS]) {
        const beside = box.x + box.width <= above.x || above.x + above.width <= box.x
        expect(beside || box.y + box.height <= above.y || above.y + above.height <= box.y).toBe(true)
      }
    }
  },
)

test('a row that is clear of the minimap is centred, as if there were none', () => {
  expect(onScreen(row(5))).toEqual(onScreen(row(5), []))
  const [first] = onScreen(row(5)) as [Box]
  expect(first.y + first.height / 2).toBeCloseTo(ROOM.height / 2, 0)
})

test('space is reserved where it costs less zoom: beside the minimap for a column, above it for a wide row', () => {
  const blocks = [0, 1, 2, 3].flatMap((i) => column(5, 260 * i))
  const withMap = fittedView(blocks, ROOM, [MAP])
  expect(withMap.zoom).toBeGreaterThan(0.9 * fittedView(blocks, ROOM, []).zoom)
  expect(fittedView(GRAPHS['an output in the corner of the map'], ROOM, [MAP]).zoom).toBeGreaterThan(0.6)
})

test('a fitted view shows everything it was fitted to, but not a block added beside or under the minimap', () => {
  const view = fittedView(row(5), ROOM, [MAP])
  const shows = (...more: Box[]) => showsAll(view, [...row(5), ...more], ROOM, [MAP])
  expect(shows()).toBe(true)
  expect(shows(block(2 * 260, 170))).toBe(true)
  expect(shows(block(5 * 260, 0))).toBe(false)
  expect(shows(block(-260, 0))).toBe(false)
  const underMap = { x: (MAP.x + 40 - view.x) / view.zoom, y: (MAP.y + 20 - view.y) / view.zoom, width: 20, height: 20 }
  expect(shows(underMap)).toBe(false)
})

const chain = (count: number) => row(count).map((box) => ({ ...box, height: 204 }))
const SMALL = { width: 640, height: 500 }

test('the minimum zoom shows all of a large workflow, with a margin around it', () => {
  const least = minZoomOf(chain(267), SMALL)
  const span = 266 * 260 + 212
  expect(least * span).toBeLessThan(SMALL.width)
  const { zoom } = fittedView(chain(267), SMALL, [])
  expect(least).toBeLessThan(zoom)
  expect(zoom * span).toBeLessThan(SMALL.width)
})

test('the minimum zoom is the usual one for a workflow that fits at a larger one, and for none', () => {
  expect(minZoomOf(chain(5), SMALL)).toBe(0.08)
  expect(minZoomOf([], SMALL)).toBe(0.08)
  expect(minZoomOf(chain(5), { width: 0, height: 0 })).toBe(0.08)
})

test('the minimum zoom stays the same while a workflow grows a little', () => {
  const steps = new Set(Array.from({ length: 12 }, (_, n) => minZoomOf(chain(260 + n), SMALL)))
  expect(steps.size).toBeLessThan(3)
})
