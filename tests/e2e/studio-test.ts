/** `test` with a web or desktop host, and the Studio opened on it; everything started here is stopped here. */
import { test as base, expect, type TestInfo } from '@playwright/test'
import { type DemoRun, dataDirWithDemoRun } from './demo-run.ts'
import { type Desktop, onDesktop, startDesktop } from './desktop.ts'
import { type HostEnv, newDataDir, type RunningHost, removeDataDir, startHost } from './host.ts'
import { openMaker } from './runs-over-bridge.ts'
import { Studio } from './studio.ts'

export { expect }

/** Set for a file or a group with `test.use`. */
interface HostOptions {
  /** Initial content of its data folder. */
  hostData: 'empty' | 'demoRun'
  /** Sharing of a host: by all tests of the file, or by none. */
  hostFor: 'file' | 'test'
  hostEnv: HostEnv
}

interface Given {
  kept: KeptHost
  host: RunningHost
  /** The finished run included with `hostData: 'demoRun'`. */
  demoRun: DemoRun
  /** Opened on its start screen. A test that uses it fails if the page throws. */
  studio: Studio
}

interface KeptHost {
  key: string
  host: RunningHost
  /** The same host, when it is the desktop app. */
  desktop: Desktop | null
  demoRun: DemoRun | null
}

/** Runs one host at a time for each worker: the next one starts when another is requested. */
class HostKeeper {
  #kept: KeptHost | null = null

  async hostWith({ hostData, hostFor, hostEnv }: HostOptions, { file, testId, retry }: TestInfo): Promise<KeptHost> {
    const key = JSON.stringify([hostData, hostEnv, hostFor === 'file' ? file : [testId, retry]])
    if (this.#kept?.key === key) return this.#kept
    await this.end()
    const demoRun = hostData === 'demoRun' ? await dataDirWithDemoRun() : null
    const dataDir = demoRun?.dataDir ?? newDataDir()
    const desktop = onDesktop ? await startDesktop(dataDir, hostEnv) : null
    const host = desktop ?? (await startHost(dataDir, hostEnv))
    this.#kept = { key, host, desktop, demoRun }
    if (desktop) return this.#kept
    // The host signs browsers in before its platform is up, which takes long on a busy machine.
    const maker = await openMaker(host.url)
    await maker.api('workflowRuns.list', { query: { limit: 1 } })
    maker.close()
    return this.#kept
  }

  async end(): Promise<void> {
    await this.#kept?.host.stop()
    if (this.#kept) removeDataDir(this.#kept.host.dataDir)
    this.#kept = null
  }
}

export const test = base.extend<HostOptions & Given, { hosts: HostKeeper }>({
  hostData: ['empty', { option: true }],
  hostFor: ['file', { option: true }],
  hostEnv: [{}, { option: true }],
  hosts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies from it.
    async ({}, use) => {
      const hosts = new HostKeeper()
      await use(hosts)
      await hosts.end()
    },
    { scope: 'worker' },
  ],
  kept: async ({ hosts, hostData, hostFor, hostEnv }, use, info) =>
    use(await hosts.hostWith({ hostData, hostFor, hostEnv }, info)),
  host: ({ kept }, use) => use(kept.host),
  /** On the desktop its window, which all tests that share the app use one at a time. */
  page: async ({ page, kept: { desktop }, viewport, contextOptions }, use) => {
    if (!desktop) return use(page)
    const window = await desktop.window()
    if (viewport) await window.setViewportSize(viewport)
    await window.emulateMedia({
      reducedMotion: contextOptions.reducedMotion ?? null,
      colorScheme: null,
      forcedColors: null,
    })
    await use(window)
  },
  demoRun: async ({ kept }, use) => {
    if (!kept.demoRun) throw new Error('the demo run is there with hostData: demoRun only')
    await use(kept.demoRun)
  },
  studio: async ({ page, host, kept: { desktop } }, use) => {
    const studio = new Studio(page, desktop?.choose)
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await studio.open(host.url)
    await use(studio)
    expect(thrown).toEqual([])
  },
})
