/** The whole Studio in German: selected in the settings, on every screen, through a run of the demo, and back again. */
import type { Page } from '@playwright/test'
import { sharedWords } from '../../src/renderer/texts/de/catalogue/index.ts'
import { de } from '../../src/renderer/texts/de/index.ts'
import { en } from '../../src/renderer/texts/en/index.ts'
import { expect, test } from './studio-test.ts'

// The host stores the language.
test.use({ hostFor: 'test', viewport: { width: 1280, height: 720 } })

/** Words present on every English screen; none of them is in the demo's own names. */
const ENGLISH =
  /\b(run|runs|running|settings|delete|loading|cancel|open|save|saved|saving|choose|show|hide|close|search|new|undo|redo|frames?|problems|progress|events?|tracks? is|speed|started|took|time|class|place|all|from|the|and|not|with)\b/i

const FILE = /[\w-]+\.(csv|json|jsonl|log|mp4)\b/g

/** Returns the visible and accessible text, apart from the user's own names and keys. */
const readOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = '[lang=en], kbd, code, pre, .react-flow__node, [data-testid=model-card] p'
    const said: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest(own) || !element.checkVisibility()) continue
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent ?? '')
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(element.getAttribute(name) ?? '')
    }
    return [document.title, ...said].map((text) => text.trim()).filter(Boolean)
  })

async function isGerman(page: Page): Promise<void> {
  const english = (await readOn(page)).filter((text) => ENGLISH.test(text.replace(FILE, '')))
  expect([...new Set(english)]).toEqual([])
}

/** Returns the German name of a block of the demo. */
const named = (english: string): string => sharedWords.templateNames[english] ?? english

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: de.shell.rail.main }).getByRole('link', { name, exact: true })

test('the Studio is German on every screen once that is selected, and English again', async ({ page, studio }) => {
  const { rail } = de.shell
  await studio.go('Settings')
  await page.getByText('Deutsch', { exact: true }).click()
  await expect(page.getByRole('heading', { name: de.settings.settingsScreen.title, level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText(de.runs.player.keys.fullScreen, { exact: true })).toBeVisible()
  await isGerman(page)

  await link(page, rail.models).click()
  await expect(page.getByText('street-detector')).toBeVisible()
  await link(page, rail.runs).click()
  await expect(page.getByText(de.runs.list.screen.none)).toBeVisible()
  await isGerman(page)
  await link(page, rail.workflows).click()
  await expect(page.getByText(de.home.hero.title)).toBeVisible()
  await isGerman(page)

  await page.getByRole('button', { name: de.home.hero.demo }).click()
  await expect(page.locator('.react-flow__node')).toHaveCount(8)
  await isGerman(page)
  await studio.select(studio.block(named('Street crossing')))
  const rate = page.getByRole('textbox', { name: /^Abtastrate/ })
  await rate.fill('2')
  await rate.press('Tab')
  await expect(page.getByTestId('save-status')).toHaveText(de.editor.toolbar.save.saved)
  await isGerman(page)
  for (const title of ['Street detector', 'Count at two lines', 'CSV files']) {
    await studio.select(studio.block(named(title)))
    await isGerman(page)
  }

  await page.getByRole('button', { name: de.editor.toolbar.run.run, exact: true }).click()
  const results = page.getByRole('button', { name: de.editor.panels.run.openResults })
  await expect(results).toBeVisible({ timeout: 180_000 })
  await isGerman(page)
  await results.click()
  await expect(page.getByRole('tab', { name: de.runs.events.panel.title })).toBeVisible()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    if (!/^(CSV|JSON|Protokoll)$/.test((await tab.textContent()) ?? '')) await isGerman(page)
  }
  await link(page, rail.runs).click()
  await expect(page.getByText(de.ui.status.completed).first()).toBeVisible()
  await isGerman(page)

  await link(page, rail.settings).click()
  await page.getByText('English', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await studio.go('Runs')
  await expect(page.getByText('Completed').first()).toBeVisible()
})

test('an edit made just before the language changed is kept', async ({ page, studio }) => {
  await studio.startWithEmptyCanvas()
  const here = page.url()
  await studio.dragBlock('filter', { x: 300, y: 200 })
  await studio.go('Settings')
  await page.getByText('Deutsch', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.goto(here)
  await expect(page.locator('.react-flow__node')).toHaveCount(1)
})

test('the page is in English and says so while the German texts can’t be loaded', async ({ page, studio }) => {
  const { ownTextsFailed } = en.shell
  await studio.go('Settings')
  await page.route('**/own-texts-*.js', (route) => route.abort())
  await page.getByText('Deutsch', { exact: true }).click()
  await expect(page.getByText(ownTextsFailed)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await page.unroute('**/own-texts-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { name: de.settings.settingsScreen.title, level: 1 })).toBeVisible()
  await expect(page.getByText(ownTextsFailed)).toHaveCount(0)
})
