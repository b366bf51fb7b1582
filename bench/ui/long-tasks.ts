/** Tasks that block a page, as reported by the browser. */
import type { Page } from '@playwright/test'

interface Watched {
  longTasks: number[]
}

/** From the next load on. Only tasks over 50 ms are reported. */
export const watchLongTasks = (page: Page) =>
  page.addInitScript(() => {
    const longTasks: number[] = []
    Object.assign(window, { longTasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
  })

/** Duration in milliseconds of each task since the last call, longest first. */
export const longTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as Watched).longTasks.splice(0).sort((a, b) => b - a))
