/** The appearance of the canvas: its grid under snapped blocks, and a large graph as a map. Read from screenshots. */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import type { Graph, GraphEdge, WorkflowFile } from '../../src/shared/graph/graph.ts'
import type { CanvasPoint } from './studio.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

interface Box extends CanvasPoint {
  width: number
  height: number
}

const BLOCK_WIDTH = 212
/** A dragged block's position is a multiple of this. */
const SNAP = 10

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the screen')
  return box
}

type Colour = readonly [red: number, green: number, blue: number]

/** Reads a region of the screen, row by row. */
async function seen(page: Page, clip: Box): Promise<Colour[]> {
  const picture = await loadImage(await page.screenshot({ clip }))
  const context = createCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const at = (i: number) => data[i] as number
  return Array.from({ length: data.length / 4 }, (_, i) => [at(4 * i), at(4 * i + 1), at(4 * i + 2)] as const)
}

const lightOf = ([red, green, blue]: Colour) => red + green + blue

/** Returns the centres of the dots in an otherwise empty region of the screen. */
async function dotsIn(page: Page, clip: Box): Promise<CanvasPoint[]> {
  const light = (await seen(page, clip)).map(lightOf)
  const ground = light.toSorted((a, b) => a - b)[light.length >> 1] as number
  const found: { x: number; y: number; weight: number }[] = []
  for (const [i, value] of light.entries()) {
    const weight = Math.abs(value - ground)
    if (weight < 6) continue
    const [x, y] = [(i % clip.width) + 0.5, Math.floor(i / clip.width) + 0.5]
    const dot = found.find((d) => Math.hypot(d.x - x, d.y - y) < 5)
    if (!dot) found.push({ x, y, weight })
    else {
      const share = weight / (dot.weight + weight)
      Object.assign(dot, { x: dot.x + (x - dot.x) * share, y: dot.y + (y - dot.y) * share })
      dot.weight += weight
    }
  }
  const whole = (d: CanvasPoint) => d.x > 4 && d.y > 4 && d.x < clip.width - 4 && d.y < clip.height - 4
  return found.filter(whole).map(({ x, y }) => ({ x: clip.x + x, y: clip.y + y }))
}

/** Returns the spacing of the dots and their largest offset from the snap positions; both in canvas pixels. */
async function gridBy(page: Page, canvas: Box, block: Locator) {
  const { x, y, width } = await boxOf(block)
  const zoom = width / BLOCK_WIDTH
  const clip = { x: Math.round(canvas.x + canvas.width * 0.5), y: Math.round(canvas.y + canvas.height * 0.3) }
  const dots = await dotsIn(page, { ...clip, width: 240, height: 160 })
  expect(dots.length).toBeGreaterThan(20)
  const off = (from: number) => Math.abs(from / zoom - SNAP * Math.round(from / zoom / SNAP))
  const others = (dot: CanvasPoint) => dots.filter((d) => d !== dot).map((d) => Math.hypot(d.x - dot.x, d.y - dot.y))
  const steps = dots.map((dot) => Math.min(...others(dot)) / zoom)
  return {
    step: Math.round(steps.reduce((a, b) => a + b) / steps.length),
    off: Math.max(...dots.map((d) => Math.max(off(d.x - x), off(d.y - y)))),
  }
}

async function zoomBy(page: Page, at: CanvasPoint, delta: number, times: number): Promise<void> {
  await page.mouse.move(at.x, at.y)
  await page.keyboard.down('Control')
  for (let i = 0; i < times; i++) await page.mouse.wheel(0, delta)
  await page.keyboard.up('Control')
}

async function pan(page: Page, from: CanvasPoint, by: CanvasPoint): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 5 })
  await page.mouse.up({ button: 'middle' })
}

test('the grid stays aligned with snapped blocks at every pan and zoom', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const block = await studio.blockNamed(await studio.dragBlock('source', { x: 120, y: 400 }))
  const canvas = await boxOf(studio.canvas)
  const corner = { x: canvas.x + 30, y: canvas.y + 300 }
  const expectGrid = (step: number) =>
    expect(async () => {
      const grid = await gridBy(page, canvas, block)
      expect(grid.step).toBe(step)
      expect(grid.off).toBeLessThan(1)
    }).toPass({ timeout: 10_000 })

  await expectGrid(2 * SNAP)
  await pan(page, corner, { x: 37, y: -23 })
  await expectGrid(2 * SNAP)
  await zoomBy(page, corner, -60, 5)
  await expectGrid(2 * SNAP)
  // Denser dots would merge into grey: every second one is omitted.
  await zoomBy(page, corner, 60, 12)
  await expectGrid(4 * SNAP)
  await pan(page, corner, { x: -11, y: 17 })
  await expectGrid(4 * SNAP)
})

test('everything stays in view, clear of the minimap, when a panel opens; a view that the user moved stays', async ({
  page,
  studio,
}) => {
  await studio.openDemoTemplate()
  const blocks = page.locator('.react-flow__node')
  const progress = page.getByRole('button', { name: 'Progress', exact: true })
  const expectAllInView = () =>
    expect(async () => {
      const [canvas, map] = [await boxOf(studio.canvas), await boxOf(page.locator('.react-flow__minimap'))]
      for (const block of await blocks.all()) {
        const { x, y, width, height } = await boxOf(block)
        expect(x).toBeGreaterThan(canvas.x)
        expect(y).toBeGreaterThan(canvas.y)
        expect(x + width).toBeLessThan(canvas.x + canvas.width)
        expect(y + height).toBeLessThan(canvas.y + canvas.height)
        expect(x + width < map.x || y + height < map.y).toBe(true)
      }
    }).toPass({ timeout: 10_000 })

  await expectAllInView()
  const whole = (await boxOf(studio.canvas)).height
  await progress.click()
  await expect.poll(async () => (await boxOf(studio.canvas)).height).toBeLessThan(whole)
  await expectAllInView()

  const canvas = await boxOf(studio.canvas)
  await pan(page, { x: canvas.x + 30, y: canvas.y + 60 }, { x: 60, y: -40 })
  const before = await boxOf(blocks.first())
  await progress.click()
  await expect.poll(async () => (await boxOf(studio.canvas)).height).toBe(whole)
  expect(await boxOf(blocks.first())).toEqual(before)
  await page.keyboard.press('f')
  await expectAllInView()
})

const ROWS = 18
const COLUMNS = 20
const STEP = { x: 300, y: 130 }
const LAST = `b-${ROWS - 1}-${COLUMNS - 1}`

/** A source and rows of a model followed by filters, each wired to the next. */
function rowsOfBlocks(): WorkflowFile {
  const graph: Graph = { version: 1, nodes: [{ id: 'source', type: 'source', config: {} }], edges: [] }
  const nodes: Record<string, CanvasPoint> = { source: { x: -STEP.x, y: 0 } }
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const id = `b-${row}-${column}`
      graph.nodes.push({ id, type: column === 0 ? 'model' : 'filter', config: {} })
      const wire: GraphEdge = { source: column === 0 ? 'source' : `b-${row}-${column - 1}`, target: id }
      graph.edges.push(wire)
      nodes[id] = { x: column * STEP.x, y: row * STEP.y }
    }
  }
  return { format: 'sightline-workflow', version: 1, name: 'Rows of blocks', graph, layout: { nodes } }
}

test('a graph of hundreds of blocks is a map from afar: coloured by kind, wired, selectable and movable', async ({
  page,
  studio,
}) => {
  const buffer = Buffer.from(JSON.stringify(rowsOfBlocks()))
  await studio.openFile({ name: 'rows.sightline.json', mimeType: 'application/json', buffer })
  const block = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
  await expect(block(LAST)).toBeAttached()

  const canvas = await boxOf(studio.canvas)
  const middleOf = async (id: string): Promise<CanvasPoint> => {
    const { x, y, width, height } = await boxOf(block(id))
    return { x: x + width / 2, y: y + height / 2 }
  }
  const colourAt = async ({ x, y }: CanvasPoint) =>
    (await seen(page, { x: Math.floor(x), y: Math.floor(y), width: 1, height: 1 })).join()
  const colourOf = async (id: string) => colourAt(await middleOf(id))
  /** Returns the contrast of the wire between two neighbours to its background. */
  const wireAfter = async (id: string, next: string) => {
    const [from, to] = [await boxOf(block(id)), await boxOf(block(next))]
    const x = Math.round((from.x + from.width + to.x) / 2)
    const across = (await seen(page, { x, y: Math.round(from.y), width: 1, height: Math.ceil(from.height) })).map(
      lightOf,
    )
    return Math.max(...across) - Math.min(...across)
  }
  const expectMap = async () => {
    const [model, filter] = [await colourOf('b-0-0'), await colourOf('b-0-1')]
    expect(model).not.toBe(filter)
    for (const row of [5, 11, ROWS - 1]) {
      expect(await colourOf(`b-${row}-0`)).toBe(model)
      expect(await colourOf(`b-${row}-7`)).toBe(filter)
      expect(await wireAfter(`b-${row}-7`, `b-${row}-8`)).toBeGreaterThan(20)
    }
    return { model, filter }
  }
  const { filter } = await expectMap()
  await pan(page, { x: canvas.x + 20, y: canvas.y + canvas.height / 2 }, { x: 13, y: -31 })
  await expect.poll(() => colourOf('b-9-9')).toBe(filter)
  await expectMap()

  const before = await middleOf('b-9-9')
  await page.mouse.click(before.x, before.y)
  await expect(block('b-9-9')).toHaveClass(/selected/)
  const below = { x: before.x, y: (await boxOf(block(LAST))).y + 50 }
  await page.mouse.move(before.x, before.y)
  await page.mouse.down()
  await page.mouse.move(below.x, below.y, { steps: 6 })
  await page.mouse.move(below.x, below.y + 1)
  await page.mouse.up()
  await page.keyboard.press('Escape')
  await page.mouse.move(canvas.x + 20, canvas.y + 20)
  await expect.poll(() => colourOf('b-9-9')).toBe(filter)
  expect((await middleOf('b-9-9')).y).toBeGreaterThan((await middleOf(LAST)).y)
  expect(await colourAt(before)).not.toBe(filter)

  await zoomBy(page, await middleOf('b-9-9'), -240, 8)
  await expect(block('b-9-9').getByText('Filter', { exact: true })).toBeVisible()
  await expect(block('b-9-9').locator('.react-flow__handle').first()).toBeVisible()

  // Blocks that come into view while zooming out are rendered fully at rest.
  const inView = page.locator('.react-flow__node')
  const near = await inView.count()
  await zoomBy(page, await middleOf('b-9-9'), 60, 8)
  await expect.poll(() => inView.count()).toBeGreaterThan(near)
  await expect(page.locator('.react-flow__node:not(:has(.react-flow__handle))')).toHaveCount(0)
})
