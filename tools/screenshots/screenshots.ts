/**
 * Takes a screenshot of every screen as WebP, in dark and light, with the demo workflow and a finished run of it. For other
 * sizes and another folder: SIGHTLINE_SCREENSHOTS=1280x720:/tmp/small.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { Workflow } from '../../src/shared/api/workflows.ts'
import { dataDirWithDemoRun } from '../../tests/e2e/demo-run.ts'
import { newDataDir, removeDataDir, root, startHost } from '../../tests/e2e/host.ts'
import { openMaker, withSource } from '../../tests/e2e/runs-over-bridge.ts'
import { Studio } from '../../tests/e2e/studio.ts'
import { saveScreenshot } from './save-screenshot.ts'

const [size, elsewhere] = (process.env.SIGHTLINE_SCREENSHOTS ?? '').split(':')
const folder = elsewhere ?? join(root, 'docs', 'screenshots')
const [width = 1440, height = 900] = size ? size.split('x').map(Number) : []
const THEMES = ['dark', 'light'] as const

test.use({ viewport: { width, height } })
mkdirSync(folder, { recursive: true })

/** Both themes of the current screen; the pointer is moved aside, so no tooltip is shown. */
const shooter = (page: Page) => async (name: string) => {
  await page.mouse.move(width / 2, 2)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForTimeout(700)
    // While a run uses the processor, colour transitions take longer.
    await page.waitForFunction(() => !document.getAnimations().some((a) => a instanceof CSSTransition))
    await saveScreenshot(join(folder, `${name}-${theme}.webp`), await page.screenshot())
  }
}

test('screens from the first start to a finished run are captured', async ({ page }) => {
  const dataDir = newDataDir()
  const host = await startHost(dataDir)
  const studio = new Studio(page)
  const shoot = shooter(page)

  await studio.open(host.url)
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await shoot('welcome')

  await page.getByRole('button', { name: 'Try the demo' }).click()
  await waitForThumbnails(page)
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
  await expect(page.getByTestId('overlay')).toHaveAttribute('data-time-s', /^0/)
  await skipTo(page, [1, 2, 3, 4, 5, 6, 7, 8, 9])
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

test('screens for finished runs, and for workflows with a history, are captured', async ({ page }) => {
  const { dataDir, workflowId, runId } = await dataDirWithDemoRun()
  const host = await startHost(dataDir)
  const maker = await openMaker(host.url)
  const { graph } = await maker.api<Workflow>('workflows.get', { params: { workflow: workflowId } })
  await maker.api('workflows.update', {
    ...{ params: { workflow: workflowId }, body: { graph: withSource(graph, { sample_fps: 3 }) } },
  })
  const other = await maker.run(workflowId)
  maker.close()
  const studio = new Studio(page)
  const shoot = shooter(page)
  const at = async (hash: string) => {
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
  }
  await studio.open(host.url)

  await at(`#/compare/${runId}/${other.id}`)
  await expect(page.getByText(/^\d+ differences?$/)).toBeVisible()
  await page.getByRole('button', { name: 'Next difference' }).first().click()
  await page.waitForTimeout(1500)
  await shoot('compare')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await shoot('compare-settings')

  await at(`#/lab/${runId}`)
  await expect(page.getByLabel('Video to watch')).toBeVisible()
  await skipTo(page, [1, 2, 3, 4, 5])
  await page.keyboard.press('1')
  await skipTo(page, [6])
  await page.keyboard.press('2')
  await page.getByRole('tab', { name: 'Score' }).click()
  await page.waitForTimeout(1500)
  await shoot('lab')

  await at(`#/workflows/${workflowId}`)
  await expect(page.locator('.react-flow__node')).toHaveCount(8)
  await studio.select(studio.block('Street detector'))
  await page
    .getByRole('button', { name: /outline/i })
    .first()
    .click()
  await shoot('outline')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Workflow file' }).click()
  await page.getByRole('menuitem', { name: 'Versions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions' })
  await expect(dialog.getByRole('list', { name: 'Changes' })).toBeVisible()
  await shoot('versions')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.react-flow__node')).toHaveCount(8)

  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'Run on many files…' }).click()
  const videos = ['north junction.mp4', 'south junction.mp4'].map((name) => join(dataDir, name))
  for (const video of videos) copyFileSync(join(root, 'resources', 'demo', 'street-crossing.mp4'), video)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files…' }).click()
  await (await chooser).setFiles(videos)
  const start = page.getByRole('button', { name: 'Start 2 runs' })
  await expect(start).toBeEnabled()
  await shoot('batch-files')
  await start.click()
  await expect(page.getByText('1 of 2 files done')).toBeVisible({ timeout: 120_000 })
  await shoot('batch')
  await host.stop()
  removeDataDir(dataDir)
})

/** Waits until every block of the demo shows its thumbnail. */
async function waitForThumbnails(page: Page) {
  const blocks = page.locator('.react-flow__node-block')
  await expect(blocks.first()).toBeVisible()
  await expect(page.getByTestId('thumbnail')).toHaveCount(await blocks.count(), { timeout: 60_000 })
}

/** Seeks in the lab's player second by second, and waits for each frame before the next key. */
async function skipTo(page: Page, seconds: readonly number[]) {
  for (const second of seconds) {
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(async () => Math.abs(Number(await page.getByTestId('overlay').getAttribute('data-time-s')) - second))
      .toBeLessThan(0.1)
  }
}

/** Scrubs the drawing dialog to a time with traffic, and waits until its objects are detected. */
async function lookAtSecond(studio: Studio, second: number) {
  const dialog = studio.page.getByRole('dialog', { name: 'Lines and zones' })
  await studio.scrubTo(dialog, second / 27)
  await expect(dialog.getByText('Counted from this frame on.')).toBeVisible({ timeout: 60_000 })
  await expect(dialog.getByTestId('preview-kept').first()).toBeVisible()
}
