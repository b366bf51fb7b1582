import type { Page } from '@playwright/test'
import type { Figure, Part } from '../figure.ts'
import { heapMb, whyNoBrowser, withStudio } from '../ui/studio.ts'

const MINUTES = Number(process.env.SIGHTLINE_SESSION_MINUTES ?? 15)
/** The longest wait for the run of the demo before the session. */
const RUN_MS = 600_000
/** For the run before the session, and the last round. */
const FURTHER_MINUTES = 15
/** The first third of the rounds is compared with the last. */
const FEWEST_ROUNDS = 3

export const session: Part = {
  name: 'session',
  title: 'A scripted session: demo, edits, undo, preview, results, and round again',
  missing: whyNoBrowser,
  measure: () =>
    withStudio(async ({ page, cdp }): Promise<Figure[]> => {
      await page.getByRole('button', { name: 'Try the demo' }).click()
      await page.locator('.react-flow__node').first().waitFor()
      const editorUrl = page.url()
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await page.getByRole('button', { name: 'Open results' }).click({ timeout: RUN_MS })
      await page.locator('canvas').first().waitFor()
      const runUrl = page.url()
      const heap: number[] = []
      const endsAt = performance.now() + MINUTES * 60_000
      while (performance.now() < endsAt) {
        await oneRound(page, editorUrl, runUrl)
        heap.push(await heapMb(cdp))
      }
      if (heap.length < FEWEST_ROUNDS)
        throw new Error(
          `the session had ${heap.length} rounds: SIGHTLINE_SESSION_MINUTES must be longer than ${MINUTES}`,
        )
      const third = Math.max(1, Math.floor(heap.length / 3))
      const early = Math.max(...heap.slice(1, third + 1))
      const late = Math.max(...heap.slice(-third))
      const curve = heap.filter((_, i) => i % Math.ceil(heap.length / 12) === 0).map((mb) => mb.toFixed(0))
      return [
        {
          title: `Most heap in the last third of ${MINUTES} minutes over the first third`,
          value: late / early,
          unit: '',
          limit: 1.1,
          detail: `${late.toFixed(1)} MB against ${early.toFixed(1)} MB after garbage collection, ${heap.length} rounds: ${curve.join(', ')} MB`,
        },
      ]
    }, MINUTES + FURTHER_MINUTES),
}

async function oneRound(page: Page, editorUrl: string, runUrl: string): Promise<void> {
  await goTo(page, editorUrl)
  const block = page.locator('.react-flow__node').nth(2)
  await block.waitFor()
  await block.click()
  for (let i = 0; i < 6; i++) await page.keyboard.press('Shift+ArrowRight')
  for (let i = 0; i < 6; i++) await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+d')
  await page.keyboard.press('ControlOrMeta+z')
  await goTo(page, runUrl)
  await page.locator('canvas').first().waitFor()
  await page.keyboard.press('Space')
  await page.waitForTimeout(2_000)
  await page.keyboard.press('Space')
  for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight')
  for (const tab of await page.getByRole('tab').all()) await tab.click()
  for (const screen of ['Runs', 'Models', 'Settings', 'Workflows']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true }).click()
    await page.waitForTimeout(300)
  }
}

/** Navigates within the page, without loading it again. */
const goTo = (page: Page, url: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, new URL(url).hash)
