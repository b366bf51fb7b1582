/** The Studio in a real browser without a GPU, with its own web host and data. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { newDataDir, type RunningHost, removeDataDir, startHost } from '../../tests/e2e/host.ts'

export interface OpenStudio {
  page: Page
  host: RunningHost
  browser: Browser
  cdp: CDPSession
}

const VIEWPORT = { width: 1440, height: 900 }

export async function withStudio<T>(work: (studio: OpenStudio) => Promise<T>): Promise<T> {
  const dataDir = newDataDir()
  const host = await startHost(dataDir)
  const browser = await chromium.launch({
    executablePath: process.env.SIGHTLINE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  })
  try {
    const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage()
    await page.goto(host.url)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    return await work({ page, host, browser, cdp: await page.context().newCDPSession(page) })
  } finally {
    await browser.close()
    await host.stop()
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
