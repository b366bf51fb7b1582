/** Editing: compatible wires, undo and redo, problems that lead to their block, saving, reopening, files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('only wires that fit can be drawn, and the others show the reason', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const track = await studio.blockNamed(await studio.dragBlock('track', { x: 420, y: 120 }))
  await studio.dragWire(source, 'frames', track, 'detections', { hold: true })
  await expect(page.getByText(/takes detections here, but this wire carries frames/)).toBeVisible()
  await page.mouse.up()
  await expect(page.locator('.react-flow__edge')).toHaveCount(0)
})

test('undo and redo revert and restore every edit', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const blocks = page.locator('.react-flow__node')
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 420, y: 120 }))
  await studio.connect(source, 'frames', model, 'frames')
  await studio.select(model)
  await page.getByRole('textbox', { name: 'Confidence' }).fill('0.4')
  await page.getByRole('textbox', { name: 'Confidence' }).press('Tab')

  await studio.undo()
  await expect(page.getByRole('textbox', { name: 'Confidence' })).toHaveValue('0.25')
  await studio.undo()
  await expect(page.locator('.react-flow__edge')).toHaveCount(0)
  await studio.undo()
  await expect(blocks).toHaveCount(1)
  await studio.undo()
  await expect(blocks).toHaveCount(0)
  for (let i = 0; i < 4; i++) await studio.redo()
  await expect(blocks).toHaveCount(2)
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)
  await studio.select(model)
  await expect(page.getByRole('textbox', { name: 'Confidence' })).toHaveValue('0.4')
})

test('blocks added by key are wired to one another, never cover each other, and undo survives a reload', async ({
  page,
  studio,
}) => {
  await studio.startWithEmptyCanvas()
  const blocks = page.locator('.react-flow__node-block')
  const covered = () =>
    blocks.evaluateAll((all) => {
      const boxes = all.map((block) => block.getBoundingClientRect())
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          .map((b) => `${a.x},${a.y} and ${b.x},${b.y}`),
      )
    })
  await expect(page.getByRole('button', { name: /^Problems/ })).toContainText('2')
  await expect(page.getByRole('img', { name: 'Error:' })).toHaveCount(0)
  await studio.canvas.hover()
  for (const [i, kind] of ['source', 'model', 'track', 'visualize', 'sink', 'sink'].entries()) {
    await page.keyboard.press('a')
    await expect(page.getByRole('combobox', { name: 'Find a block' })).toBeFocused()
    await page.keyboard.type(kind)
    await page.keyboard.press('Enter')
    await expect(blocks).toHaveCount(i + 1)
  }
  await expect(page.locator('.react-flow__edge')).toHaveCount(5)
  expect(await covered()).toEqual([])

  // Thumbnails make the blocks grow.
  await studio.chooseVideo(join(root, 'resources/demo/street-crossing.mp4'))
  await page.keyboard.press('f')
  await expect(page.getByTestId('thumbnail').first()).toBeVisible()
  expect(await covered()).toEqual([])

  await studio.isSaved()
  await page.reload()
  await expect(blocks).toHaveCount(6)
  await studio.undo()
  await studio.undo()
  await expect(blocks).toHaveCount(5)
  await expect(page.locator('.react-flow__edge')).toHaveCount(4)
  await studio.redo()
  await expect(blocks).toHaveCount(6)
})

test('a problem in the list leads to its block; Run lists the missing parts', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  await studio.dragBlock('measure', { x: 420, y: 120 })
  await studio.pressRun()
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('Choose a video')
  await problems
    .getByText(/Choose a video/)
    .first()
    .click()
  await expect(source).toHaveClass(/selected/)
})

test('work is saved automatically, survives a reload, and can be exported as a file', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('source', { x: 80, y: 120 })
  await studio.dragBlock('model', { x: 420, y: 120 })
  const name = page.getByRole('textbox', { name: 'Name of the workflow' })
  await name.fill('Traffic at the school')
  await name.press('Enter')
  await studio.isSaved()
  await page.reload()
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
  await expect(name).toHaveValue('Traffic at the school')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Workflow file' }).click()
  await page.getByRole('menuitem', { name: /Save as file/ }).click()
  const path = await (await download).path()
  const file = JSON.parse(readFileSync(path, 'utf8'))
  expect(file.format).toBe('sightline-workflow')
  expect(file.graph.nodes).toHaveLength(2)

  await studio.go('Workflows')
  await studio.openFile({ name: 'copy.sightline.json', mimeType: 'application/json', buffer: readFileSync(path) })
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
})

test('a wire dropped on the canvas offers compatible blocks, accepts a block, and its end can be moved', async ({
  page,
  studio,
}) => {
  await studio.startWithEmptyCanvas()
  const wires = page.locator('.react-flow__edge')
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))

  await studio.dropWire(source, 'frames', { x: 520, y: 300 })
  const menu = page.getByRole('dialog', { name: 'Compatible blocks' })
  await expect(menu.getByRole('option').filter({ hasText: 'Model' })).toBeVisible()
  await expect(menu.getByRole('option').filter({ hasText: 'Track' })).toHaveCount(0)
  await expect(menu.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('model')
  await page.keyboard.press('Enter')
  await expect(wires).toHaveCount(1)
  const model = await studio.blockNamed(studio.block('Model'))

  const measure = await studio.blockNamed(await studio.dragBlock('measure', { x: 760, y: 120 }))
  await studio.connect(model, 'detections', measure, 'detections')
  await studio.wire('Detections from Model to Measure').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Find a block' })).toBeFocused()
  await page.keyboard.type('track')
  await page.keyboard.press('Enter')
  await expect(studio.wire('Detections from Model to Track')).toHaveCount(1)
  await expect(studio.wire('Tracks from Track to Measure')).toHaveCount(1)

  const filter = await studio.blockNamed(await studio.dragBlock('filter', { x: 300, y: 480 }))
  await studio.pullWireEnd('Detections from Model to Track', filter, 'detections')
  await expect(studio.wire('Detections from Model to Filter')).toHaveCount(1)
  await expect(studio.wire('Detections from Model to Track')).toHaveCount(0)
  await studio.undo()
  await expect(studio.wire('Detections from Model to Track')).toHaveCount(1)
})

test('blocks are selected with a box, aligned, copied as JSON, and pasted from it', async ({
  page,
  context,
  studio,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await studio.startWithEmptyCanvas()
  const blocks = page.locator('.react-flow__node')
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 160, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 480, y: 230 }))
  await studio.connect(source, 'frames', model, 'frames')

  await studio.boxSelect({ x: 20, y: 40 }, { x: 640, y: 420 })
  await expect(page.getByRole('heading', { name: '2 items selected' })).toBeVisible()
  await page.getByRole('button', { name: 'Align top' }).click()
  const tops = await blocks.evaluateAll((all) => all.map((b) => Math.round(b.getBoundingClientRect().top)))
  expect(tops[0]).toBe(tops[1])

  await page.keyboard.press('ControlOrMeta+c')
  const clip = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(clip).toMatchObject({ format: 'sightline-blocks', edges: [{ sourceHandle: 'frames' }] })
  await page.keyboard.press('ControlOrMeta+d')
  await expect(blocks).toHaveCount(4)
  await page.keyboard.press('ControlOrMeta+x')
  await expect(blocks).toHaveCount(2)

  // Another window, which shares only the text.
  await studio.go('Workflows')
  await studio.startWithEmptyCanvas()
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(clip))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(blocks).toHaveCount(2)
  await expect(page.locator('.react-flow__edge')).toHaveCount(1)
})

test('a graph from elsewhere is pasted, undone and dropped as a file, and other text gets a reason', async ({
  page,
  context,
  studio,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const graph = {
    version: 1,
    nodes: [
      { id: 's', type: 'source', config: { kind: 'video', gcs_uri: 'x.mp4' } },
      { id: 'm', type: 'model', config: { model_kind: 'trained', model_id: 'street-detector' } },
      { id: 'j', type: 'sink', config: { kind: 'json' } },
    ],
    edges: [
      { source: 's', target: 'm' },
      { source: 'm', target: 'j' },
    ],
  }
  const blocks = page.locator('.react-flow__node')
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  }
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('filter', { x: 160, y: 120 })
  await paste(JSON.stringify(graph, null, 2))
  await expect(blocks).toHaveCount(4)
  await expect(page.getByRole('heading', { name: '3 items selected' })).toBeVisible()
  await expect(page.locator('.react-flow__edge')).toHaveCount(2)
  await paste(JSON.stringify(graph))
  await expect(blocks).toHaveCount(7)
  await studio.undo()
  await studio.undo()
  await expect(blocks).toHaveCount(1)

  await paste('hello')
  await expect(page.getByText('The clipboard contains no blocks. Copy some blocks first.')).toBeVisible()
  await paste(JSON.stringify({ ...graph, nodes: [{ id: '__proto__', type: 'sink', config: {} }] }))
  await expect(page.getByText('A block can’t have the id “__proto__”', { exact: false })).toBeVisible()
  await expect(blocks).toHaveCount(1)

  // The file becomes a workflow of its own, named by the file.
  await studio.dropFile('North gate.json', Buffer.from(JSON.stringify(graph)))
  await expect(blocks).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('North gate')
})

test('problems are fixed with one press: a missing track block, a missing sink, a missing wire', async ({
  page,
  studio,
}) => {
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('source', { x: 80, y: 120 })
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 330, y: 120 }))
  const measure = await studio.blockNamed(await studio.dragBlock('measure', { x: 600, y: 120 }))
  await studio.connect(model, 'detections', measure, 'detections')
  await studio.pressRun()
  const problems = page.getByRole('list', { name: 'Problems' })
  await problems.getByRole('button', { name: 'Insert a track block', exact: true }).click()
  await expect(studio.wire('Detections from Model to Track')).toHaveCount(1)
  await expect(studio.wire('Tracks from Track to Measure')).toHaveCount(1)
  await problems.getByRole('button', { name: 'Add a sink', exact: true }).click()
  await expect(studio.wire('Events from Measure to CSV')).toHaveCount(1)
  await problems.getByRole('button', { name: 'Connect to “Source”', exact: true }).click()
  await expect(studio.wire('Frames from Source to Model')).toHaveCount(1)
  await expect(problems).not.toContainText('No wire leads to this block')
  for (let i = 0; i < 3; i++) await studio.undo()
  await expect(studio.wire('Detections from Model to Measure')).toHaveCount(1)
})

test('the layout is computed around blocks that keep their positions', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  const placeOf = (title: string) =>
    studio.block(title).evaluate((b) => (b as HTMLElement).style.transform.match(/-?[\d.]+/g)?.join(' '))
  await studio.select(studio.block('Count at two lines'))
  await page.keyboard.press('Shift+ArrowDown')
  const [kept, other] = [await placeOf('Count at two lines'), await placeOf('CSV files')]
  await studio.command('arrange around', 'Arrange around the selection')
  await expect.poll(() => placeOf('CSV files')).not.toBe(other)
  expect(await placeOf('Count at two lines')).toBe(kept)
  await studio.undo()
  await expect.poll(() => placeOf('CSV files')).toBe(other)
})

test('from afar the graph is a map: blocks can be selected and moved, and wires return at their ports', async ({
  page,
  studio,
}) => {
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 420, y: 180 }))
  await studio.connect(source, 'frames', model, 'frames')
  const line = page.locator('.react-flow__edge path[class*="line"]')
  /** Rounded to whole pixels. */
  const course = async () => (await line.getAttribute('d'))?.replace(/[\d.]+/g, (n) => Math.round(Number(n)).toString())
  const before = await course()

  const zoomBy = async (delta: number) => {
    const { x, y, width, height } = (await studio.canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width / 2, y + height - 60)
    await page.keyboard.down('Control')
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, delta)
    await page.keyboard.up('Control')
    await expect(studio.canvas).not.toHaveAttribute('data-moving', /./)
  }
  await zoomBy(240)
  const map = studio.canvas.and(page.locator('[data-map]'))
  await expect(map).toBeVisible()
  await model.click()
  await expect(model).toHaveClass(/selected/)
  await page.keyboard.press('ArrowDown')

  await zoomBy(-240)
  await expect(map).toBeHidden()
  await expect(model.locator('.react-flow__handle').first()).toBeVisible()
  expect(await course()).not.toBe(before)
  await studio.undo()
  await expect.poll(course).toBe(before)
})
