/** Keyboard only: a counting workflow from the command palette, a group, a note, a muted block, and their undo. */
import { axeFinds } from './axe.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('a group collapses into one box that keeps its wires, and the palette finds its blocks', async ({
  page,
  studio,
}) => {
  await studio.openDemoTemplate()
  await studio.command('@track', 'Track')
  await studio.command('group', 'Group')
  await page.keyboard.press('Enter')
  await studio.command('collapse', 'Collapse')
  await expect(page.getByLabel('Group Group, collapsed')).toBeVisible()
  await expect(page.locator('.react-flow__node-block')).toHaveCount(7)
  await expect(page.locator('.react-flow__edge')).toHaveCount(10)
  await studio.command('@track', 'Track')
  await expect(page.getByRole('textbox', { name: 'Name of the block' })).toHaveValue('Track')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.locator('.react-flow__node-block')).toHaveCount(8)
})

test('a workflow is built, grouped, annotated, muted, undone and redone by keys, and survives a reload', async ({
  page,
  studio,
}) => {
  await studio.command('new workflow', 'New workflow')
  await expect(studio.canvas).toBeVisible()
  const blocks = page.locator('.react-flow__node-block')
  const wires = page.locator('.react-flow__edge')

  for (const kind of ['Source', 'Model', 'Track', 'Measure', 'Visualize', 'Sink']) {
    await studio.command(`add ${kind}`, `Add ${kind}`)
  }
  await expect(blocks).toHaveCount(6)
  await expect(wires).toHaveCount(5)
  await studio.command('@measure', 'Measure')
  await studio.command('add sink', 'Add Sink')
  await studio.command('@measure', 'Measure')
  await studio.command('add sink', 'Add Sink')
  await studio.command('@track', 'Track')
  await studio.command('connect visualize', 'Connect to Visualize')
  await studio.command('connect csv', 'Connect to CSV')
  await expect(blocks).toHaveCount(8)
  await expect(wires).toHaveCount(9)

  await studio.command('@visualize', 'Visualize')
  await studio.command('mute', 'Mute or unmute')
  await expect(page.getByText('Muted', { exact: true })).toBeVisible()
  await studio.command('select all', 'Select all')
  await studio.command('>group', 'Group')
  await expect(page.getByRole('textbox', { name: 'Name of the group' })).toBeFocused()
  await page.keyboard.type('Counting')
  await page.keyboard.press('Enter')
  const group = page.getByLabel('Group Counting, 8 inside')
  await expect(group).toBeVisible()
  await studio.command('add note', 'Add a note')
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await page.keyboard.type('Counts at the crossing')
  await page.keyboard.press('Escape')
  const note = page.getByLabel('Note: Counts at the crossing')
  await expect(note).toBeVisible()
  await studio.isSaved()
  expect(await axeFinds(page)).toEqual([])

  let steps = 0
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  for (; (await undo.getAttribute('aria-disabled')) !== 'true'; steps++) await page.keyboard.press('ControlOrMeta+z')
  expect(steps).toBeGreaterThanOrEqual(15)
  await expect(page.locator('.react-flow__node')).toHaveCount(0)
  const redo = page.getByRole('button', { name: 'Redo', exact: true })
  for (let i = 0; i < steps; i++) await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(redo).toHaveAttribute('aria-disabled', 'true')

  await studio.isSaved()
  await page.reload()
  await expect(blocks).toHaveCount(8)
  await expect(wires).toHaveCount(9)
  await expect(group).toBeVisible()
  await expect(note).toBeVisible()
  await expect(page.getByText('Muted', { exact: true })).toBeVisible()
})

test('the palette has no axe violations, and Escape restores the focus', async ({ page, studio }) => {
  await studio.go('Workflows')
  await page.getByRole('link', { name: 'Runs' }).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'All commands' })).toBeVisible()
  expect(await axeFinds(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Runs' })).toBeFocused()
})

test('the palette opened right after a link was followed stays open over the new screen', async ({ page, studio }) => {
  await studio.go('Models')
  await expect(page.getByRole('heading', { name: 'Models', exact: true })).toBeVisible()
  const runs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs', exact: true })
  // One task of the page: the browser reports the new address only after the key press.
  await runs.evaluate((link: HTMLElement) => {
    link.click()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  })
  await expect(page.getByRole('heading', { name: 'Runs', exact: true })).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search everything' })
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
})
