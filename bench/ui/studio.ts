/** The Studio in a real browser without a GPU, with its own web host and data. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { newDataDir, type RunningHost, removeDataDir, startHost } from '../../tests/e2e/host.ts'
import { findBrowser } from '../../tools/test/find-browser.mjs'
import { within } from './limits.ts'

export interface OpenStudio {
  page: Page
  host: RunningHost
  browser: Browser
  cdp: CDPSession
}

const VIEWPORT = { width: 1440, height: 900 }

const START_MS = 60_000
const STOP_MS = 30_000
const MOST_MINUTES = 30

/** The reason why nothing can be measured in a browser; null when there is one, perhaps installed just now. */
export const whyNoBrowser = (): Promise<string | null> =>
  findBrowser().then(
    () => null,
    (error: Error) => error.message,
  )

/** @throws Error when `work` takes longer than `mostMinutes`, for instance since the page hangs */
export async function withStudio<T>(
  work: (studio: OpenStudio) => Promise<T>,
  mostMinutes: number = MOST_MINUTES,
): Promise<T> {
  const dataDir = newDataDir()
  const host = await within(START_MS, 'The start of the web host', startHost(dataDir))
  try {
    const browser = await chromium.launch({
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
    })
    const measured = async () => {
      const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
      await page.goto(host.url)
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      return work({ page, host, browser, cdp: await page.context().newCDPSession(page) })
    }
    try {
      return await within(mostMinutes * 60_000, 'The measurement in the browser', measured())
    } finally {
      await within(STOP_MS, 'The end of the browser', browser.close())
    }
  } finally {
    await within(STOP_MS, 'The end of the web host', host.stop()).catch(() => host.kill())
    removeDataDir(dataDir)
  }
}

/** A page with an empty browser cache, as on the first start. */
export const freshPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: VIEWPORT })).newPage()

/** Size of the page's JavaScript heap after garbage collection, in MB. */
export async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
