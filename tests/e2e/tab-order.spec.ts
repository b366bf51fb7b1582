/** Tab moves through the editor in visual order, and stops at visible elements only. */
import type { Page } from '@playwright/test'
import { expect, test } from './studio-test.ts'

test.use({ hostFor: 'worker', contextOptions: { reducedMotion: 'reduce' } })

interface Stop {
  what: string
  part: string
  x: number
  y: number
  seen: boolean
}

/** The regions of the editor from left to right and top to bottom. */
const PARTS = ['rail', 'toolbar', 'palette', 'canvas', 'dock', 'settings']

/** Returns the focused element; null at the end of the page. */
const stopOf = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const e = document.activeElement
    if (!e || e === document.body) return null
    const parts: [string, string][] = [
      ['rail', 'nav'],
      ['canvas', '[data-testid="canvas"]'],
      ['palette', 'aside[aria-label="Blocks"]'],
      ['settings', '#editor-settings'],
      ['toolbar', 'header'],
    ]
    // The visible stand-in of a hidden radio button follows it.
    const shown = e.getBoundingClientRect().width > 0 ? e : (e.nextElementSibling ?? e)
    const { x, y, width, height } = shown.getBoundingClientRect()
    // A wire has nothing in the middle of its box.
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const seen = e.matches('.react-flow__edge') || (top !== null && (shown.contains(top) || top.contains(shown)))
    const label = e.getAttribute('aria-label') ?? (e as HTMLInputElement).labels?.[0]?.textContent ?? e.textContent
    return {
      what: `${e.tagName} ${label?.slice(0, 40)} at ${x},${y}, size ${width},${height}, below ${top?.outerHTML.slice(0, 200)}`,
      part: parts.find(([, selector]) => e.closest(selector))?.[0] ?? 'dock',
      x,
      y,
      seen: seen && width > 0 && height > 0,
    }
  })

test('Tab follows the visual order through the editor', async ({ page, studio }) => {
  await studio.openDemoTemplate()
  await studio.select(studio.block('Street detector'))
  // The settings grow with the facts of the model, and the preview with its controls and sentence.
  await expect(page.getByText('Object detection', { exact: true })).toBeVisible()
  await expect(page.getByText(/Finds \d+ pedestrian/)).toBeVisible()
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    if (stop === null) break
    stops.push(stop)
    expect(stops.length, 'no way out').toBeLessThan(150)
  }
  expect(stops.filter(({ seen }) => !seen).map(({ what }) => what)).toEqual([])
  const parts = stops.map(({ part }) => part).filter((part, i, all) => part !== all[i - 1])
  expect(parts).toEqual(PARTS)
  const inOrder = (part: string, along: 'x' | 'y') => {
    const places = stops.filter((stop) => stop.part === part).map((stop) => stop[along])
    expect(places, part).toEqual([...places].sort((a, b) => a - b))
  }
  inOrder('toolbar', 'x')
  inOrder('palette', 'y')
})
