/** Keys: adding by typing, undo inside a text field, the cheat sheet, and custom keys. */
import { expect, test } from './studio-test.ts'

// Keys are stored by the host.
test.use({ hostFor: 'test' })

test('blocks are added by typing, selected together, and moved, all by keys', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const blocks = page.locator('.react-flow__node')
  for (const name of ['source', 'model']) {
    await page.keyboard.press('a')
    await expect(page.getByRole('combobox', { name: 'Find a block' })).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  await expect(blocks).toHaveCount(2)
  await expect(studio.block('Model')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('heading', { name: '2 items selected' })).toBeVisible()
  const before = await blocks.first().evaluate((b) => (b as HTMLElement).style.transform)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => blocks.first().evaluate((b) => (b as HTMLElement).style.transform)).not.toBe(before)
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => blocks.first().evaluate((b) => (b as HTMLElement).style.transform)).toBe(before)
})

test('undo inside a text field reverts the text typed there, in one step', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('model', { x: 300, y: 160 })
  const field = page.getByRole('textbox', { name: 'Confidence' })
  await field.fill('')
  await field.pressSequentially('0.75')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field).toHaveValue('0.25')
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.locator('.react-flow__node')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(field).toHaveValue('0.75')
})

test('the cheat sheet shows all keys, and a changed key works at once and after a reload', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Zoom to the selection')).toBeVisible()
  await sheet.getByRole('button', { name: /Change the keys of Add a note/ }).click()
  await page.keyboard.press('Alt+n')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  // Other places that name keys show the changed ones.
  await expect(studio.settings().getByText('add a note').locator('..')).toHaveText(/^Alt\s*N/)
  const notes = page.locator('.react-flow__node-note')
  await page.keyboard.press('n')
  await expect(notes).toHaveCount(0)
  await page.keyboard.press('Alt+n')
  await expect(notes).toHaveCount(1)
  await page.keyboard.press('Escape')
  await studio.isSaved()
  await page.reload()
  await expect(notes).toHaveCount(1)
  await page.keyboard.press('Alt+n')
  await expect(notes).toHaveCount(2)
})
