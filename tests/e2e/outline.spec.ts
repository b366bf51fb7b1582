/** From an empty workflow to counts, in the outline, by keyboard alone: every element is found by role and name. */
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'test', contextOptions: { reducedMotion: 'reduce' } })

const outlineOf = (page: Page) => page.getByRole('region', { name: 'Outline' })
const item = (page: Page, name: string | RegExp): Locator => page.getByRole('treeitem', { name })
const tree = (page: Page) => page.getByRole('tree', { name: 'Blocks of the workflow' })

/** Types in an open list and picks the first match. */
async function choose(page: Page, list: string | RegExp, typed: string, option: string | RegExp) {
  const dialog = page.getByRole('dialog', { name: list })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(typed)
  await expect(dialog.getByRole('option', { selected: true })).toHaveAccessibleName(option)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** Adds a block after the focused one; a sink is named by its kind of output. */
async function addAfter(page: Page, block: string, kind: string, title = kind) {
  await page.keyboard.press('+')
  await choose(page, `Add a block after ${block}`, kind, new RegExp(`^${kind}`))
  await expect(item(page, new RegExp(`^${title}`))).toBeFocused()
}

/** Presses Tab until a control has the focus, like a screen reader user. */
async function tabTo(page: Page, control: Locator) {
  for (let i = 0; i < 60; i++) {
    if (await control.and(page.locator(':focus')).count()) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}

test('a workflow is built, configured and run in the outline by keyboard alone', async ({ page, studio }) => {
  // The key is faster than the driver's interception of file dialogs, so it starts now.
  page.on('filechooser', () => {})
  await studio.command('new workflow', 'New workflow')
  await expect(studio.canvas).toBeVisible()
  await page.keyboard.press('Alt+o')
  await expect(outlineOf(page).getByRole('button', { name: 'Add a block', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await choose(page, 'Add a block', 'source', /^Source/)
  await expect(item(page, /^Source/)).toBeFocused()

  await test.step('open the settings of the source, choose its video, and return', async () => {
    await expect(item(page, /^Source.*To do: /)).toBeVisible()
    await page.keyboard.press('Enter')
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await expect(settings.locator(':focus')).toHaveCount(1)
    await tabTo(page, settings.getByRole('button', { name: 'Choose a video…' }))
    await studio.choose(join(root, 'resources/demo/street-crossing.mp4'), () => page.keyboard.press('Enter'))
    await expect(settings.getByText('1280 × 720')).toBeVisible()
    await tabTo(page, settings.getByRole('textbox', { name: /^Sample rate/ }))
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(item(page, /^Source, street-crossing\.mp4/)).toBeFocused()
  })

  await addAfter(page, 'Source', 'Model')
  await test.step('the model is chosen in its settings', async () => {
    await page.keyboard.press('Enter')
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await expect(settings.locator(':focus')).toHaveCount(1)
    await tabTo(page, settings.getByLabel('Model', { exact: true }).and(page.locator('input')))
    await page.keyboard.type('street')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(item(page, /^Model, street-detector/)).toBeFocused()
  })

  await test.step('an incompatible block is listed with the reason', async () => {
    await page.keyboard.press('+')
    const dialog = page.getByRole('dialog', { name: 'Add a block after Model' })
    const impossible = dialog.getByRole('group', { name: 'Not possible here' })
    await expect(impossible.getByRole('option', { name: /^Source.*no input/ })).toBeVisible()
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('source')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('Source is not possible. “Source” has no input')
    await page.keyboard.press('Escape')
    await expect(item(page, /^Model/)).toBeFocused()
  })

  await addAfter(page, 'Model', 'Measure')
  await test.step('a problem is fixed in its row', async () => {
    await expect(item(page, /^Measure.*track/i)).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await choose(page, 'Actions for Measure', 'insert a track', /^Insert a track block/)
    await expect(item(page, /^Track/)).toBeFocused()
    await expect(item(page, /^Track/)).toHaveAttribute('aria-level', '3')
  })

  await test.step('a line is drawn by keys', async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item(page, /^Measure/)).toBeFocused()
    await page.keyboard.press('Enter')
    const settings = page.getByRole('complementary', { name: 'Settings' })
    await expect(settings.locator(':focus')).toHaveCount(1)
    const draw = settings.getByRole('button', { name: /(Draw|Edit) on the frame/ })
    await tabTo(page, draw)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Lines and zones' })
    await tabTo(page, dialog.getByRole('button', { name: 'Draw a line' }))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('application')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: /Line 1|line 1/ })).toHaveValue('Line 1')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect(dialog.getByRole('status').filter({ hasText: 'point 1 of 2' })).toContainText('52 percent down')
    await tabTo(page, dialog.getByRole('button', { name: 'Done' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(draw).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(item(page, /^Measure, 1 line/)).toBeFocused()
  })

  await addAfter(page, 'Measure', 'Sink', 'CSV')
  await expect(item(page, /Error/)).toHaveCount(0)
  await expect(tree(page).getByRole('treeitem')).toHaveCount(5)
  await expect(page.locator('.react-flow__edge')).toHaveCount(4)

  await test.step('rename, mute, undo, and the canvas shows the same', async () => {
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Rename' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Counts')
    await page.keyboard.press('Enter')
    await expect(item(page, /^Counts, Sink/)).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await choose(page, 'Actions for Counts', 'mute', 'Mute')
    await expect(item(page, /^Counts.*muted/)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(item(page, /^Counts/)).not.toHaveAccessibleName(/muted/)
    await expect(page.locator('.react-flow__node.selected')).toContainText('Counts')
  })

  await test.step('the run starts, and its progress is announced', async () => {
    await studio.isSaved()
    await page.keyboard.press('Shift+F10')
    await choose(page, 'Actions for Counts', 'run', /^Run the workflow/)
    await expect(page.getByRole('status').filter({ hasText: /The run is complete\. Line 1: / })).toBeAttached({
      timeout: 180_000,
    })
    await expect(item(page, /^Measure.*events/)).toBeVisible()
  })
})

test('the outline describes a graph with several branches, and shares its selection with the canvas', async ({
  page,
  studio,
}) => {
  await studio.go('Workflows')
  await page.getByRole('button', { name: /Count at a line/ }).click()
  await expect(studio.canvas).toBeVisible()
  await page.keyboard.press('Alt+o')

  const shared = item(page, /also fed by/).first()
  await expect(shared).toBeVisible()
  const pointer = item(page, /shown elsewhere/).first()
  const name = (await pointer.getAttribute('aria-label'))?.split(',')[0] ?? ''
  await pointer.focus()
  await page.keyboard.press('Enter')
  const block = tree(page).locator('[role=treeitem]:focus')
  await expect(block).toHaveAccessibleName(new RegExp(`^${name}(?!, shown elsewhere)`))
  await expect(page.locator('.react-flow__node.selected')).toContainText(name)

  await studio.select(page.locator('.react-flow__node-block').first())
  await expect(tree(page).getByRole('treeitem', { selected: true }).first()).toBeVisible()
  await expect(tree(page).locator('[tabindex="0"]')).toHaveAttribute('aria-selected', 'true')

  await page.reload()
  await expect(outlineOf(page)).toBeVisible()
})
