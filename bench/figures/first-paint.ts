import { median, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { freshPage, whyNoBrowser, withStudio } from '../ui/studio.ts'

export const firstPaint: Part = {
  name: 'paint',
  title: 'Opening the built app, host already up, nothing cached',
  missing: whyNoBrowser,
  measure: () =>
    withStudio(async ({ browser, host }): Promise<Figure[]> => {
      const openings = await times(5, async () => {
        const page = await freshPage(browser)
        await page.goto(host.url)
        await page.getByRole('navigation', { name: 'Main' }).waitFor()
        const [paintedMs, usableMs] = await page.evaluate(() => {
          const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
          return [painted, performance.now()] as const
        })
        await page.context().close()
        return { paintedMs, usableMs }
      })
      const all = (of: readonly number[]) => `median of ${of.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s`
      const painted = openings.map((o) => o.paintedMs)
      const usable = openings.map((o) => o.usableMs)
      return [
        { title: 'First paint', value: median(painted) / 1000, unit: 's', limit: 1, detail: all(painted) },
        { title: 'Start screen usable', value: median(usable) / 1000, unit: 's', limit: null, detail: all(usable) },
      ]
    }),
}
