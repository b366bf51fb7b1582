/** What axe, the checker of accessibility, finds wrong on a page. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Look {
  /** A selector; the whole page by default. */
  within?: string
  /** Also what is good practice beyond WCAG. */
  practices?: boolean
}

/** Rule, place, and why, of each thing that is wrong. */
export async function axeFinds(page: Page, { within, practices = false }: Look = {}): Promise<string[]> {
  // It is half a megabyte: once for each page is enough.
  const isThere = await page.evaluate(() => 'axe' in window)
  // Without this, axe opens a second page for every look, to gather from frames; the Studio has none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode()
  // Places are worked out for what is wrong, not for the thousands that are right.
  axe.options({ resultTypes: ['violations'], ...(!practices && { runOnly: WCAG }) })
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.target.join(' ')}: ${n.failureSummary}`))
}
