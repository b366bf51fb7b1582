/** The files of a run: previewed, verified, exported, traced to their workflow, and deleted one by one. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { WorkflowFile } from '../../src/shared/graph/graph.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

/** The demo at two frames per second, which also keeps an image of the most confident object. */
function workflow(): Buffer {
  const path = join(root, 'resources/templates/count-at-a-line.sightline.json')
  const file = JSON.parse(readFileSync(path, 'utf8')) as WorkflowFile
  const { nodes, edges } = file.graph
  const source = nodes.find((n) => n.type === 'source')
  const model = nodes.find((n) => n.type === 'model')
  if (!source || !model) throw new Error('the demo has changed')
  source.config.sample_fps = 2
  nodes.push({ id: 'cut', type: 'crop', config: { emit_crops: true, max_crops: 1 } })
  edges.push({ source: model.id, target: 'cut' })
  return Buffer.from(JSON.stringify({ ...file, name: 'Files of every kind' }))
}

test('files of a run are previewed, verified, exported, traced and deleted', async ({
  page,
  context,
  studio,
  host,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await studio.openFile({ name: 'files.sightline.json', mimeType: 'application/json', buffer: workflow() })
  await expect(studio.canvas).toBeVisible()
  await studio.pressRun()
  await studio.runEnds()
  await studio.openResults()
  await page.waitForURL(/#\/runs\//)
  const runUrl = page.url()
  const folder = join(host.dataDir, 'runs', basename(runUrl))
  const fileRow = (name: string | RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }).first() })
  const filesTab = () => page.getByRole('tab', { name: 'Files' }).click()

  await test.step('events are exported as the table shows them', async () => {
    await page.getByRole('combobox', { name: 'Classes' }).click()
    await page.getByRole('option', { name: 'car', exact: true }).click()
    const foot = page.getByRole('status').filter({ hasText: /\d+ of \d+ events/ })
    const shown = Number(/^(\d+) of/.exec((await foot.textContent()) ?? '')?.[1])
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'As CSV' }).click()
    const [head, ...rows] = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(head).toMatch(/^time_s,frame_index,type/)
    expect(rows).toHaveLength(shown)
    for (const row of rows) expect(row).toContain(',car,')
  })

  await test.step('every kind of file has a preview', async () => {
    await filesTab()
    const dialog = page.getByRole('dialog')
    const look = async (name: RegExp, check: () => Promise<void>) => {
      await page.getByRole('button', { name }).first().click()
      await expect(dialog).toBeVisible()
      await check()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await look(/^Preview .*\.mp4$/, async () => {
      const width = () => dialog.locator('video').evaluate((v: HTMLVideoElement) => v.videoWidth)
      await expect.poll(width).toBe(1280)
    })
    await look(/^Preview .*events\.csv$/, () => expect(dialog.getByRole('table')).toContainText('line_crossing'))
    await look(/^Preview street\.jsonl$/, () => expect(dialog.getByRole('table')).toContainText('sightline-results'))
    await look(/^Preview evidence\.jsonl$/, () => expect(dialog.getByRole('table')).toContainText('sightline-evidence'))
    await look(/^Preview manifest\.json$/, () => expect(dialog).toContainText('"sha256"'))
    await look(/^Preview run\.log$/, () => expect(dialog).toContainText('Reading 1280x720'))
    await look(/^Preview Crops/, async () => {
      const width = () => dialog.locator('img').evaluate((i: HTMLImageElement) => i.naturalWidth)
      await expect.poll(width).toBeGreaterThan(10)
    })
  })

  await test.step('a checksum shows whether the file is as the run wrote it', async () => {
    const row = fileRow('Preview evidence.jsonl')
    await row.getByRole('button', { name: 'Verify checksum' }).click()
    await expect(row).toContainText('Verified: the file is unchanged since the run')
    appendFileSync(join(folder, 'evidence.jsonl'), '\n')
    await row.getByRole('button', { name: 'Verify checksum' }).click()
    await expect(row).toContainText('Changed: the file differs from the one that the run wrote')
  })

  await test.step('selected files are exported as one archive, with their bytes', async () => {
    for (const name of ['street-events.csv', 'manifest.json'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await expect(page.getByRole('status').filter({ hasText: /^2 files selected, / })).toBeVisible()
    await page.getByRole('button', { name: 'Export selection…' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'One ZIP archive' }).click()
    const zip = await saved
    expect(zip.suggestedFilename()).toBe('Files of every kind.zip')
    const bytes = readFileSync(await zip.path())
    expect(bytes.readUInt32LE(bytes.length - 22)).toBe(0x06054b50)
    expect(bytes.readUInt16LE(bytes.length - 22 + 10)).toBe(2)
    for (const name of ['street-events.csv', 'manifest.json']) {
      expect(bytes.includes(name)).toBe(true)
      expect(bytes.includes(readFileSync(join(folder, name)))).toBe(true)
    }
  })

  await test.step('its path is copied', async () => {
    await page.getByRole('button', { name: 'More actions for manifest.json' }).click()
    await page.getByRole('menuitem', { name: 'Copy path' }).click()
    await studio.saysThat('Path copied to the clipboard.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(join(folder, 'manifest.json'))
  })

  await test.step('one file is deleted, with its size reported; the others stay', async () => {
    await page.getByRole('button', { name: 'More actions for street-detections.csv' }).click()
    await page.getByRole('menuitem', { name: /^Delete \([\d.,]+ [kM]?B\)$/ }).click()
    await expect(page.getByText(/“street-detections\.csv” \([\d.,]+ [kM]?B\)/)).toBeVisible()
    await expect(fileRow('Preview street-detections.csv')).toHaveCount(0)
    await expect.poll(() => existsSync(join(folder, 'street-detections.csv'))).toBe(false)
    expect(existsSync(join(folder, 'street-events.csv'))).toBe(true)
    await page.goto(runUrl)
    await filesTab()
    await expect(page.getByRole('button', { name: 'Preview street-events.csv' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Preview street-detections.csv' })).toHaveCount(0)
  })

  await test.step('a file leads to the workflow that made it', async () => {
    await page.getByRole('button', { name: 'More actions for manifest.json' }).click()
    await page.getByRole('menuitem', { name: 'Open the workflow of this run' }).click()
    await expect(studio.block('Crop')).toBeVisible()
    await expect(page).toHaveURL(/#\/workflows\//)
  })
})
