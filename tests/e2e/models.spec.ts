/** Models: the bundled one with its card, and an imported one that can be chosen. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

/** A name of its own: other tests import the same file into the host. */
const MINE = 'red-and-green'

test('import a model, check its classes, choose it in a block', async ({ page, studio }) => {
  await studio.go('Models')
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

  await test.step('the bundled model has a card', async () => {
    const bundled = card('street-detector')
    await expect(bundled.getByRole('list', { name: 'Classes' })).toContainText('car')
    await bundled.getByRole('button', { name: 'Model card' }).click()
    const dialog = page.getByRole('dialog', { name: 'street-detector' })
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('import another', async () => {
    const buffer = readFileSync(join(root, 'tests/fixtures/models/colours-v8.onnx'))
    await studio.importModel({ name: `${MINE}.onnx`, mimeType: 'application/octet-stream', buffer })
    await studio.saysThat(`“${MINE}” is ready to use.`)
    const mine = card(MINE)
    await expect(mine.getByRole('list', { name: 'Classes' }).getByRole('listitem')).toHaveText(['red', 'green'])
    await expect(mine).toContainText('Object detection')
  })

  await test.step('choose it in a block', async () => {
    await studio.go('Workflows')
    await studio.startWithEmptyCanvas()
    const block = await studio.blockNamed(await studio.dragBlock('model', { x: 320, y: 120 }))
    await studio.select(block)
    await studio.chooseSetting('Model', MINE)
    await expect(studio.settings()).toContainText('Object detection')
    for (const name of ['red', 'green']) await expect(studio.settings()).toContainText(name)
    await expect(block).toContainText(MINE)
  })

  await test.step('it is still chosen after a reload', async () => {
    await studio.isSaved()
    await page.reload()
    await expect(page.locator('.react-flow__node')).toContainText(MINE)
  })
})
