/** Runs axe, the accessibility checker, on a page. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2 A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Look {
  /** A selector; the whole page by default. */
  within?: string
  /** Includes best practices beyond WCAG. */
  practices?: boolean
  /** Only these rules. */
  rules?: readonly string[]
}

/** Returns rule, element, and reason of each violation. */
export async function axeFinds(page: Page, { within, practices = false, rules }: Look = {}): Promise<string[]> {
  // axe is half a megabyte: inject it once per page.
  const isThere = await page.evaluate(() => 'axe' in window)
  // Without legacy mode, axe opens a second page for every check, to gather from frames; the Studio has none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode()
  // Selectors are computed for violations only, not for the thousands of passes.
  const runOnly = rules ? { type: 'rule' as const, values: [...rules] } : practices ? undefined : WCAG
  axe.options({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.target.join(' ')}: ${n.failureSummary}`))
}
