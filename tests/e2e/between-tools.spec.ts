/** Labels of another tool are brought in over their plan, one of them is corrected, and they are taken out for that tool again. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Annotation } from '../../src/shared/domain/annotation.ts'
import { png } from '../engine/media/still-files.ts'
import { unpack } from '../platform/exchange/exports/support.ts'
import { zipOf } from '../platform/exchange/imports/support.ts'
import { axeFinds } from './axe.ts'
import { openMaker } from './runs-over-bridge.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

/** What the converter of Label Studio wrote: see `make-fixtures.py` beside it. */
const LABELS = fileURLToPath(new URL('../fixtures/labels/label-studio-yolo/', import.meta.url))
const read = (name: string): Buffer => readFileSync(join(LABELS, name))
const [WIDTH, HEIGHT] = [64, 48]

test('labels of Label Studio are imported as the plan shows, corrected, and exported for Label Studio', async ({
  page,
  studio,
  host,
}) => {
  const maker = await openMaker(host.url)
  const { id } = await maker.api<{ id: string }>('datasets.create', { body: { name: 'From Label Studio' } })
  const archive = join(host.dataDir, 'project-1.zip')
  const image = png({ width: WIDTH, height: HEIGHT, at: (x, y) => [4 * x, 5 * y, 90] })
  const contents = { 'images/1a2b3c4d-one.png': image, 'labels/1a2b3c4d-one.txt': read('labels/1a2b3c4d-one.txt') }
  const documents = { 'classes.txt': read('classes.txt'), 'notes.json': read('notes.json') }
  writeFileSync(archive, await zipOf({ ...contents, ...documents }))
  const dialog = page.getByRole('dialog')
  const annotations = async () => {
    const images = await maker.api<{ data: string[] }>('imageLists.ids', { params: { dataset: id } })
    const params = { image_id: images.data[0] as string }
    return (await maker.api<{ annotations: Annotation[] }>('imageAnnotations.get', { params })).annotations
  }

  await test.step('the plan names the format, why, and what it keeps', async () => {
    await studio.goTo(`/data/${id}`)
    await page.getByRole('button', { name: 'Add images' }).first().click()
    await dialog.getByRole('tab', { name: 'Archive with labels' }).click()
    await studio.choose(archive, () => dialog.getByRole('button', { name: 'Choose archive' }).click())
    await expect(dialog).toContainText('2 annotations kept')
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue(/^YOLO/)
    await expect(dialog).toContainText('1a2b3c4d-one.txt')
    expect(await axeFinds(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog).toContainText('1 image and 2 annotations imported.')
    await page.keyboard.press('Escape')
    expect((await annotations()).map(({ name }) => name)).toEqual(['car', 'traffic light'])
  })

  await test.step('a class is corrected', async () => {
    await page.getByRole('gridcell').first().dblclick()
    await expect(page.getByText('Loading the image…')).toHaveCount(0)
    await page.getByTestId('labelling-surface').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('1')
    await expect.poll(async () => (await annotations()).map(({ name }) => name)).toEqual(['car', 'car'])
  })

  await test.step('the export has both objects where Label Studio looks for them', async () => {
    await studio.goTo(`/data/${id}`)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Format' }).click()
    await page.keyboard.type('label st')
    await page.getByRole('option', { name: 'Label Studio' }).click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^Download/ }).click()
    const files = await unpack(readFileSync(await (await downloading).path()))
    const tasks = JSON.parse(String(files.get('tasks.json')))
    const results = tasks[0].annotations[0].result as { value: Record<string, unknown> }[]
    expect(results.map(({ value }) => value)).toMatchObject([
      { x: expect.closeTo(6.25, 4), y: expect.closeTo(12.5, 4), rectanglelabels: ['car'] },
      { x: expect.closeTo(47.65625, 4), y: expect.closeTo(17.1875, 4), rectanglelabels: ['car'] },
    ])
    expect([...files.keys()]).toContain('images/1a2b3c4d-one.png')
  })
  maker.close()
})
