/** Versions: saved, compared and restored; and work that survives a reload and a killed host. */
import type { Locator, Page } from '@playwright/test'
import type { Studio } from './studio.ts'
import { expect, test } from './studio-test.ts'

const confidence = (page: Page) => page.getByRole('textbox', { name: 'Confidence' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Versions' })
const version = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name })

/** Creates a source and a model, wired. */
async function smallWorkflow(studio: Studio): Promise<{ source: Locator; model: Locator }> {
  await studio.startWithEmptyCanvas()
  const source = await studio.blockNamed(await studio.dragBlock('source', { x: 80, y: 120 }))
  const model = await studio.blockNamed(await studio.dragBlock('model', { x: 420, y: 120 }))
  await studio.connect(source, 'frames', model, 'frames')
  return { source, model }
}

/** Returns the position of a block on the canvas. */
const placeOf = (block: Locator) => block.evaluate((el) => (el as HTMLElement).style.transform)

async function dragBy(page: Page, block: Locator, x: number, y: number): Promise<void> {
  const box = await block.boundingBox()
  if (!box) throw new Error('not on the screen')
  await page.mouse.move(box.x + 60, box.y + 16)
  await page.mouse.down()
  await page.mouse.move(box.x + 60 + x, box.y + 16 + y, { steps: 6 })
  await page.mouse.up()
}

test('save a version, edit, compare, restore, and undo that', async ({ page, studio }) => {
  const { model } = await smallWorkflow(studio)

  await test.step('save a version under a name', async () => {
    await studio.command('save version', 'Save version')
    await page.getByRole('dialog', { name: 'Save a version' }).getByRole('textbox', { name: 'Name' }).fill('Plain')
    await page.keyboard.press('Enter')
    await studio.saysThat('Version “Plain” saved.')
  })

  await test.step('edit: another confidence, another block', async () => {
    await studio.select(model)
    await confidence(page).fill('0.4')
    await confidence(page).press('Tab')
    await studio.dragBlock('track', { x: 420, y: 300 })
  })

  await test.step('compare: every change has a sentence and a mark', async () => {
    await page.getByRole('button', { name: 'Workflow file' }).click()
    await page.getByRole('menuitem', { name: 'Versions…' }).click()
    await version(page, /^Plain/).click()
    const changes = dialog(page).getByRole('list', { name: 'Changes' })
    await expect(changes.getByRole('listitem')).toHaveText(['Track added', 'Model: confidence 0.25 → 0.4'])
    await expect(dialog(page).getByRole('region', { name: /1 added, 1 changed/ })).toBeVisible()
    await changes.getByRole('button', { name: 'Model: confidence 0.25 → 0.4' }).press('Enter')
    await expect(dialog(page).locator('[data-shown]')).toHaveText(/Model/)
  })

  await test.step('restore the version', async () => {
    await dialog(page).getByRole('button', { name: 'Restore' }).click()
    await studio.saysThat('“Plain” was restored')
    await expect(page.locator('.react-flow__node')).toHaveCount(2)
    await studio.select(model)
    await expect(confidence(page)).toHaveValue('0.25')
  })

  await test.step('undo reverts it in one step', async () => {
    await studio.undo()
    await expect(page.locator('.react-flow__node')).toHaveCount(3)
    await studio.select(model)
    await expect(confidence(page)).toHaveValue('0.4')
    await studio.isSaved()
  })

  await test.step('the document before the restore is a version too; two versions are compared', async () => {
    await studio.canvas.click({ position: { x: 30, y: 400 } })
    await page.keyboard.press('Shift+H')
    await version(page, /Before a restore/).click()
    await expect(dialog(page).getByText('No differences.')).toBeVisible()
    await dialog(page).getByLabel('Compare with').click()
    await page.getByRole('option', { name: /^Plain/ }).click()
    await expect(dialog(page).getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('rename, delete with undo, open as a copy', async () => {
    await version(page, /^Plain/).click()
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    const name = page.getByRole('dialog', { name: 'Rename version' }).getByRole('textbox', { name: 'Name' })
    await name.fill('Two blocks')
    await name.press('Enter')
    await expect(version(page, /^Two blocks/)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Delete this version' }).click()
    await expect(version(page, /^Two blocks/)).toHaveCount(0)
    await page.getByRole('alert').filter({ hasText: 'deleted' }).getByRole('button', { name: 'Undo' }).click()
    await version(page, /^Two blocks/).click()
    await dialog(page).getByRole('button', { name: 'Open as a copy' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue(/– Two blocks$/)
    await expect(page.locator('.react-flow__node')).toHaveCount(2)
  })
})

test('a reload right after an edit loses nothing: positions, fields, and the text being typed', async ({
  page,
  studio,
}) => {
  const { source, model } = await smallWorkflow(studio)
  await studio.select(model)
  await confidence(page).fill('0.35')
  await dragBy(page, source, -30, 90)
  const place = await placeOf(source)
  const name = page.getByRole('textbox', { name: 'Name of the workflow' })
  await name.click()
  await name.press('End')
  await name.pressSequentially(' half a na')
  await page.reload()
  await expect(page.locator('.react-flow__node')).toHaveCount(2)
  expect(await placeOf(source)).toBe(place)
  await expect(name).toHaveValue(/ half a na$/)
  await studio.select(model)
  await expect(confidence(page)).toHaveValue('0.35')
})

test('a host killed in the middle of work loses nothing, whether or not its page stays open', async ({
  page,
  studio,
  host,
}) => {
  const { source, model } = await smallWorkflow(studio)
  await studio.isSaved()
  const name = page.getByRole('textbox', { name: 'Name of the workflow' })
  const workflow = page.url()

  await test.step('edit, and kill the host before it can have saved', async () => {
    await studio.select(model)
    await confidence(page).fill('0.45')
    await host.kill()
    await dragBy(page, source, 0, 110)
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
    await page.keyboard.type('Ask Ana about the')
  })
  const place = await placeOf(source)

  const allThere = async () => {
    await expect(page.locator('.react-flow__node').filter({ hasText: 'Ask Ana about the' })).toBeVisible()
    expect(await placeOf(source)).toBe(place)
    await studio.select(model)
    await expect(confidence(page)).toHaveValue('0.45')
  }

  await test.step('after a restart, the page that stayed open saves all of it', async () => {
    await host.start()
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('save-status')).toHaveText(/Saved/, { timeout: 60_000 })
    await allThere()
  })

  await test.step('the host is killed again, and the page is closed before it is back', async () => {
    await host.kill()
    await name.fill('Kept in the browser')
    // A browser does not wait for a page that is busy when it is closed.
    await page.evaluate(() =>
      setTimeout(() => {
        for (const until = Date.now() + 1500; Date.now() < until; );
      }),
    )
    await page.goto('about:blank')
    await host.start()
    await page.goto(host.url)
    await page.goto(workflow)
    await expect(name).toHaveValue('Kept in the browser')
    await allThere()
    await studio.isSaved()
  })
})
