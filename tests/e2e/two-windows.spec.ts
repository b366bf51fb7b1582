/** One workflow open in two windows: neither overwrites the other, and nothing is lost. */
import { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

test('a save over the work of another window waits for a choice, and both are kept', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('source', { x: 80, y: 120 })
  await expect(page.getByTestId('save-status')).toHaveText('Saved')

  const otherPage = await page.context().newPage()
  const other = new Studio(otherPage)
  await other.open(page.url())
  await expect(otherPage.locator('.react-flow__node')).toHaveCount(1)

  // Background pages render only once a second, so each page is brought to the front before it is used.
  await test.step('the first window saves a change', async () => {
    await page.bringToFront()
    await studio.dragBlock('model', { x: 420, y: 120 })
    await expect(page.getByTestId('save-status')).toHaveText('Saved')
  })

  const dialog = otherPage.getByRole('dialog', { name: 'This workflow was changed in another window' })
  await test.step('the second window changes its copy, and sees the differences', async () => {
    await otherPage.bringToFront()
    await other.dragBlock('track', { x: 420, y: 300 })
    await expect(dialog).toBeVisible()
    const changes = dialog.getByRole('list', { name: 'Changes' })
    await expect(changes.getByRole('listitem')).toHaveText(['Track added', 'Model removed'])
    await page.reload()
    await expect(page.locator('.react-flow__node')).toHaveText([/Source/, /Model/])
  })

  await test.step('it can postpone the choice; the status keeps showing it', async () => {
    await otherPage.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(otherPage.getByText('Changed in another window')).toBeVisible()
    await otherPage.getByRole('button', { name: 'Compare' }).click()
  })

  await test.step('it keeps its own document; the other one is saved as a version', async () => {
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog).toBeHidden()
    await expect(otherPage.getByTestId('save-status')).toHaveText('Saved')
    await otherPage.reload()
    await expect(otherPage.locator('.react-flow__node')).toHaveText([/Source/, /Track/])
    await otherPage.getByRole('button', { name: 'Workflow file' }).click()
    await otherPage.getByRole('menuitem', { name: 'Versions…' }).click()
    await expect(
      otherPage.getByRole('dialog', { name: 'Versions' }).getByText('Kept in a conflict').first(),
    ).toBeVisible()
    await otherPage.keyboard.press('Escape')
  })

  await test.step('the first window is now the outdated one: it takes theirs, and can undo that', async () => {
    await page.bringToFront()
    await studio.dragBlock('filter', { x: 80, y: 300 })
    const choice = page.getByRole('dialog', { name: 'This workflow was changed in another window' })
    await choice.getByRole('button', { name: 'Use theirs' }).click()
    await expect(page.locator('.react-flow__node')).toHaveText([/Source/, /Track/])
    await expect(choice).toBeHidden()
    await expect(page.getByTestId('save-status')).toHaveText('Saved')
    await page.keyboard.press('Control+z')
    await expect(page.locator('.react-flow__node')).toHaveText([/Source/, /Model/, /Filter/])
    await expect(page.getByTestId('save-status')).toHaveText('Saved')
  })
})

test('the draft of a window belongs to it until the window closes', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  await studio.dragBlock('source', { x: 80, y: 120 })
  await expect(page.getByTestId('save-status')).toHaveText('Saved')
  const address = page.url()

  const otherPage = await page.context().newPage()
  const other = new Studio(otherPage)
  await other.open(address)
  await expect(otherPage.locator('.react-flow__node')).toHaveCount(1)
  await other.dragBlock('model', { x: 420, y: 120 })
  await expect(otherPage.getByTestId('save-status')).toHaveText('Saved')

  await test.step('the first window has changes that it can’t save', async () => {
    await page.bringToFront()
    await studio.dragBlock('track', { x: 420, y: 300 })
    await expect(page.getByRole('dialog', { name: 'This workflow was changed in another window' })).toBeVisible()
  })

  await test.step('the second window saves and is reopened, without the changes of the first', async () => {
    await otherPage.bringToFront()
    await other.dragBlock('filter', { x: 80, y: 300 })
    await expect(otherPage.getByTestId('save-status')).toHaveText('Saved')
    await otherPage.reload()
    await expect(otherPage.locator('.react-flow__node')).toHaveText([/Source/, /Model/, /Filter/])
    await expect(otherPage.getByTestId('save-status')).toHaveText('Saved')
  })

  await test.step('once the first window closes, the next one restores its changes', async () => {
    await page.close()
    const nextPage = await otherPage.context().newPage()
    const next = new Studio(nextPage)
    await next.open(address)
    await expect(nextPage.locator('.react-flow__node')).toHaveText([/Source/, /Track/])
    const dialog = nextPage.getByRole('dialog', { name: 'This workflow was changed in another window' })
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await expect(nextPage.locator('.react-flow__node')).toHaveText([/Source/, /Model/, /Filter/])
    await expect(nextPage.getByTestId('save-status')).toHaveText('Saved')
  })
})
