/**
 * `test` for scenes: a host on a data folder with a plain name, the Studio, and `shoot`, which takes the current screen in
 * dark and light. For other sizes and another folder: SIGHTLINE_SCREENSHOTS=1280x720:/tmp/small.
 */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type DemoRun, dataDirWithDemoRun } from '../../tests/e2e/demo-run.ts'
import { type RunningHost, root, startHost } from '../../tests/e2e/host.ts'
import { type Maker, openMaker } from '../../tests/e2e/runs-over-bridge.ts'
import { Studio } from '../../tests/e2e/studio.ts'
import { saveScreenshot } from './save-screenshot.ts'

export { expect }

const [size, elsewhere] = (process.env.SIGHTLINE_SCREENSHOTS ?? '').split(':')
const folder = elsewhere ?? join(root, 'docs', 'screenshots')
const [width = 1440, height = 900] = size ? size.split('x').map(Number) : []
const THEMES = ['dark', 'light'] as const

/** Displayed in Settings, so it has no random part. */
const DATA_DIR = join(tmpdir(), 'sightline')
/** A file in it: only a folder of earlier screenshots is replaced. */
const MADE_HERE = '.made-for-screenshots'

interface Scene {
  host: RunningHost
  studio: Studio
  maker: Maker
  /** Both themes of the current screen, under this name. */
  shoot: (name: string) => Promise<void>
}

export const test = base.extend<Scene & { withDemoRun: boolean; demoRun: DemoRun }>({
  viewport: { width, height },
  withDemoRun: [false, { option: true }],
  demoRun: async ({ withDemoRun }, use) => {
    removeDataDir()
    const made = withDemoRun ? await dataDirWithDemoRun() : null
    if (made) renameSync(made.dataDir, DATA_DIR)
    else mkdirSync(DATA_DIR)
    writeFileSync(join(DATA_DIR, MADE_HERE), '')
    await use(made ?? { workflowId: '', runId: '' })
    removeDataDir()
  },
  // biome-ignore lint/correctness/noUnusedFunctionParameters: the data folder is made before the host starts.
  host: async ({ demoRun }, use) => {
    const host = await startHost(DATA_DIR)
    await use(host)
    await host.stop()
  },
  maker: async ({ host }, use) => {
    const maker = await openMaker(host.url)
    await use(maker)
    maker.close()
  },
  studio: async ({ page, host }, use) => {
    const studio = new Studio(page)
    await studio.open(host.url)
    await use(studio)
  },
  shoot: async ({ page }, use) => {
    mkdirSync(folder, { recursive: true })
    await use((name) => takeBothThemes(page, name))
  },
})

function removeDataDir(): void {
  if (existsSync(DATA_DIR) && !existsSync(join(DATA_DIR, MADE_HERE)))
    throw new Error(`The screenshots use ${DATA_DIR}, which holds something else. Rename that folder.`)
  rmSync(DATA_DIR, { recursive: true, force: true })
}

/** The pointer is moved aside, so no tooltip is shown. */
async function takeBothThemes(page: Page, name: string): Promise<void> {
  await page.mouse.move(width / 2, 2)
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForTimeout(700)
    // While a run uses the processor, colour transitions take longer.
    await page.waitForFunction(() => !document.getAnimations().some((a) => a instanceof CSSTransition))
    await saveScreenshot(join(folder, `${name}-${theme}.webp`), await page.screenshot())
  }
}

/** Seeks in the player second by second, and waits for each frame before the next key. */
export async function skipTo(page: Page, seconds: readonly number[]): Promise<void> {
  for (const second of seconds) {
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(async () => Math.abs(Number(await page.getByTestId('overlay').getAttribute('data-time-s')) - second))
      .toBeLessThan(0.1)
  }
}

/** Waits until every block shows its thumbnail, and returns the number of blocks. */
export async function waitForThumbnails(page: Page): Promise<number> {
  const blocks = page.locator('.react-flow__node-block')
  await expect(blocks.first()).toBeVisible()
  const count = await blocks.count()
  await expect(page.getByTestId('thumbnail')).toHaveCount(count, { timeout: 60_000 })
  return count
}
