/** WCAG 2.2 A and AA, as far as a machine can tell, on every screen, in the dark and in the light. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { newDataDir, type RunningHost, removeDataDir, startHost } from './host.ts'
import { Studio } from './studio.ts'

let host: RunningHost
test.beforeAll(async () => {
  host = await startHost(newDataDir())
})
test.afterAll(async () => {
  await host.stop()
  removeDataDir(host.dataDir)
})

/** Both themes, one of them in a small window, where more is out of sight and scrolled. */
const LOOKS = [
  { colorScheme: 'dark', size: { width: 1440, height: 900 } },
  { colorScheme: 'light', size: { width: 1024, height: 620 } },
] as const
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What is wrong on the page as it stands: rule, place, and why. */
async function violations(page: Page): Promise<string[]> {
  // Colours on the way from one state to another are nobody's.
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map((a) => Promise.race([a.finished, new Promise((r) => setTimeout(r, 500))])),
    ),
  )
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.target.join(' ')}: ${n.failureSummary}`))
}

test('no screen has an accessibility violation', async ({ page }) => {
  const studio = new Studio(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await studio.open(host.url)

  /** Each theme by the system's setting, which the Studio follows. */
  const isAccessible = async (screen: string) => {
    for (const { colorScheme, size } of LOOKS) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await expect(page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`)).toBeAttached()
      expect.soft(await violations(page), `${screen}, ${colorScheme}`).toEqual([])
    }
    await page.setViewportSize(LOOKS[0].size)
  }

  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await isAccessible('start')

  await studio.tryTheDemo()
  const source = studio.block('Street crossing')
  await studio.lookAtFramesPerSecond(source, 2)
  await isAccessible('editor with a block selected')

  await studio.dragBlock('filter', { x: 420, y: 60 })
  await page.getByRole('button', { name: /^Problems/ }).click()
  await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible()
  await isAccessible('editor with problems')
  await studio.undo()

  await studio.select(studio.block('Count at two lines'))
  await page.getByRole('button', { name: 'Edit on the frame…' }).click()
  await expect(page.getByRole('dialog', { name: 'Lines and zones' })).toBeVisible()
  await isAccessible('lines and zones')
  await page.getByRole('button', { name: 'Done' }).click()

  await studio.isSaved()
  await studio.pressRun()
  await studio.runEnds()
  await isAccessible('editor after a run')
  await studio.openResults()
  await expect(page.getByRole('table', { name: 'Main road' })).toBeVisible()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await isAccessible(`run, ${await tab.textContent()}`)
  }

  await studio.go('Runs')
  await expect(page.getByRole('row', { name: /Completed/ })).toBeVisible()
  await isAccessible('runs')

  await studio.go('Models')
  await expect(page.getByRole('heading', { name: 'street-detector' })).toBeVisible()
  await isAccessible('models')
  await page.getByRole('button', { name: 'Model card' }).click()
  await isAccessible('model card')
  await page.keyboard.press('Escape')

  await studio.go('Settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await isAccessible('settings')

  await studio.go('Workflows')
  await expect(page.getByRole('textbox', { name: 'Search workflows' })).toBeVisible()
  await isAccessible('workflows')
})
