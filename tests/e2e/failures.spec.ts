/** Broken files: each is reported in a sentence that names it, nothing hangs, and a good run still completes. */
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { demoClip } from './footage.ts'
import { root } from './host.ts'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker' })

const model = readFileSync(join(root, 'tests/fixtures/models/colours-v8.onnx'))
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2)
const video = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/mp4', buffer })

/** Truncates the stored copy of these bytes to half, as a failing disk might. */
function cutStored(dataDir: string, bytes: Buffer): void {
  const stored = readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size === bytes.length)
  expect(stored).toHaveLength(1)
  truncateSync(stored[0] as string, Math.floor(bytes.length / 2))
}

test('broken videos and models are reported, and the app keeps working', async ({ page, studio, host }) => {
  await studio.openDemoTemplate()
  // Seconds that no other test stores: their stored copy is damaged.
  const whole = readFileSync(await demoClip('whole.mp4', 10, 6))
  const source = studio.block('Street crossing')
  const sourceIs = async (name: string) => {
    await studio.select(source)
    await expect(studio.settings()).toContainText(name)
  }

  await test.step('a truncated video', async () => {
    await studio.chooseVideo(video('Half of it.mp4', half(whole)))
    await studio.saysThat(/“Half of it\.mp4” was not added.*“Half of it\.mp4” ends too early.*Copy it again/)
  })
  await test.step('an empty file', async () => {
    await studio.chooseVideo(video('Nothing.mp4', Buffer.alloc(0)))
    await studio.saysThat(/“Nothing\.mp4” was not added.*“Nothing\.mp4” is empty.*Copy it again/)
  })
  await test.step('a text file named like a video', async () => {
    await studio.chooseVideo(video('Letter.mp4', Buffer.from('Dear reader,\n'.repeat(100))))
    await studio.saysThat(/“Letter\.mp4” was not added.*“Letter\.mp4” is not a video.*Choose another file/)
  })
  await test.step('none of them became the source', async () => {
    await sourceIs('street-crossing.mp4')
  })

  await test.step('a video that breaks after it was chosen is reported by the run at its block', async () => {
    await studio.chooseVideo(video('Street.mp4', whole))
    await sourceIs('Street.mp4')
    await studio.lookAtFramesPerSecond(source, 2)
    cutStored(host.dataDir, whole)
    await studio.pressRun()
    await studio.runEnds()
    await page.getByRole('button', { name: 'Open run' }).click()
    const failure = page.getByRole('alert').filter({ hasText: 'The run failed' })
    await expect(failure).toContainText(/“Street\.mp4” ends too early.*Copy it again/)
    await page.getByRole('tab', { name: 'Log' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('“Street.mp4” ends too early')
    await failure.getByRole('link', { name: 'Open block in editor' }).click()
    await expect(source).toHaveClass(/selected/)
  })

  await test.step('a corrupt model', async () => {
    await studio.go('Models')
    const buffer = half(model)
    await studio.importModel({ name: 'Torn.onnx', mimeType: 'application/octet-stream', buffer })
    await studio.saysThat(/“Torn\.onnx” could not be imported.*“Torn\.onnx”/)
    await expect(page.getByRole('heading', { name: 'street-detector', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Torn' })).toHaveCount(0)
  })

  await test.step('a good run still completes', async () => {
    await page.goBack()
    await studio.chooseVideo(join(root, 'tests/fixtures/torture/constant.mp4'))
    await sourceIs('constant.mp4')
    await studio.isSaved()
    await studio.pressRun()
    await studio.runEnds()
    await studio.openResults()
    await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  })
})
