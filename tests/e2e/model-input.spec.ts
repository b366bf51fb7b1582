/** The input of a model: a wrong channel order is seen on a picture, saved, and marked where the model is shown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { axeFinds } from './axe.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

/** A name of its own: other tests import the same file into the host. */
const MINE = 'colours-to-swap'

/** A red square on black, of the size of the model's input. */
const redSquare = () =>
  sharp({ create: { width: 160, height: 96, channels: 3, background: 'black' } })
    .composite([{ input: { create: { width: 16, height: 16, channels: 3, background: 'red' } }, left: 40, top: 32 }])
    .png()
    .toBuffer()

test('another channel order changes the answer on a picture, and is saved with the model', async ({ page, studio }) => {
  await studio.go('Models')
  const buffer = readFileSync(join(root, 'tests/fixtures/models/colours-v8.onnx'))
  await studio.importModel({ name: `${MINE}.onnx`, mimeType: 'application/octet-stream', buffer })
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: MINE, exact: true }) })
  await card.getByRole('button', { name: `More actions for ${MINE}` }).click()
  await page.getByRole('menuitem', { name: 'Input…' }).click()
  const dialog = page.getByRole('dialog', { name: `Input of “${MINE}”` })

  await test.step('the model answers on a picture', async () => {
    const picture = { name: 'red.png', mimeType: 'image/png', buffer: await redSquare() }
    await studio.choose(picture, () => dialog.getByRole('button', { name: 'Choose a picture…' }).click())
    await expect(dialog.getByRole('figure')).toContainText('Finds 4 red')
  })

  await test.step('and follows the channel order', async () => {
    await dialog.getByRole('combobox', { name: 'Channel order' }).click()
    await page.getByRole('option', { name: 'BGR' }).click()
    await expect(dialog.getByRole('figure', { name: 'As you set it' })).toContainText('Finds nothing.')
    await expect(dialog.getByRole('figure', { name: 'As saved' })).toContainText('Finds 4 red')
    expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([])
  })

  await test.step('the model keeps it', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('figure')).toHaveCount(1)
    await expect(dialog.getByRole('figure', { name: 'As saved' })).toContainText('Finds nothing.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('BGR set')
    await card.getByRole('link', { name: MINE }).click()
    await expect(page.getByRole('region', { name: 'About the model' })).toContainText('BGR set')
  })
})
