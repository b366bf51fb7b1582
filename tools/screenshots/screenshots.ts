/** Takes a picture of every screen, in dark and light, with the demo workflow and a finished run of it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { newDataDir, removeDataDir, root, startHost } from '../../tests/e2e/host.ts'
import { Studio } from '../../tests/e2e/studio.ts'

const folder = join(root, 'docs', 'screenshots')
const THEMES = ['dark', 'light'] as const

test('every screen', async ({ page }) => {
  mkdirSync(folder, { recursive: true })
  const dataDir = newDataDir()
  const host = await startHost(dataDir)
  const studio = new Studio(page)
  /** Both themes of what is on the screen; the pointer is out of the way, so no tooltip is shown. */
  const shoot = async (name: string) => {
    await page.mouse.move(720, 2)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await page.waitForTimeout(700)
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
  }

  await studio.open(host.url)
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await shoot('welcome')

  await page.getByRole('button', { name: 'Try the demo' }).click()
  await expect(page.locator('.react-flow__node').first()).toBeVisible()
  await shoot('editor-overview')
  await studio.select(studio.block('Street detector'))
  await shoot('editor')

  await page.keyboard.press('Control+k')
  await shoot('command-palette')
  await page.keyboard.press('Escape')

  await studio.select(studio.block('Count at two lines'))
  await page.getByRole('button', { name: 'Edit on the frame…' }).click()
  await lookAtSecond(studio, 9)
  await shoot('lines-and-zones')
  await page.getByRole('button', { name: 'Done' }).click()

  await studio.pressRun()
  await expect(page.getByText(/frames\/s/).first()).toBeVisible()
  await page.waitForTimeout(6000)
  await shoot('running')
  await studio.runEnds()
  await studio.openResults()
  await page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => {
      video.currentTime = 9
    })
  await page.waitForTimeout(1500)
  await shoot('run')
  for (const tab of ['Evidence', 'Tracks']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click()
    await page.waitForTimeout(2500)
    await shoot(`run-${tab.toLowerCase()}`)
  }
  await page.getByRole('tab', { name: /Files/ }).click()
  await shoot('run-files')

  await studio.go('Runs')
  await shoot('runs')
  await studio.go('Models')
  await expect(page.getByText('street-detector').first()).toBeVisible()
  await shoot('models')
  await studio.go('Settings')
  await shoot('settings')
  await studio.go('Workflows')
  await shoot('workflows')
  await host.stop()
  removeDataDir(dataDir)
})

/** Scrubs the drawing dialog to a moment with traffic, and waits until its objects are found. */
async function lookAtSecond(studio: Studio, second: number) {
  const dialog = studio.page.getByRole('dialog', { name: 'Lines and zones' })
  await studio.scrubTo(dialog, second / 27)
  await expect(dialog.getByText('Counted from this frame on.')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByTestId('preview-kept').first()).toBeVisible()
}
