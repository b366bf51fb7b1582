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
  /**
   * Sharing of a host: by the files of a worker, whose tests then expect no empty list and change no setting, by the tests
   * of the file, or by none.
   */
  hostFor: 'worker' | 'file' | 'test'
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
  host: RunningHost
  /** The same host, when it is the desktop app. */
  desktop: Desktop | null
  demoRun: DemoRun | null
}

/** Runs the shared hosts of a worker to its end, and one other at a time: it ends when the next one is requested. */
class HostKeeper {
  readonly #kept = new Map<string, KeptHost>()

  async hostWith(options: HostOptions, { file, testId, retry, repeatEachIndex }: TestInfo): Promise<KeptHost> {
    const { hostData, hostEnv } = options
    // The desktop app runs once at a time.
    const hostFor = onDesktop && options.hostFor === 'worker' ? 'file' : options.hostFor
    const users = { worker: [], file: [file], test: [testId, retry] }[hostFor]
    const key = JSON.stringify([repeatEachIndex, hostFor, hostData, hostEnv, ...users])
    const there = this.#kept.get(key)
    if (there) return there
    const stays = `[${repeatEachIndex},"worker"`
    for (const other of this.#kept.keys()) if (!other.startsWith(stays)) await this.#end(other)
    const demoRun = hostData === 'demoRun' ? await dataDirWithDemoRun() : null
    const dataDir = demoRun?.dataDir ?? newDataDir()
    const desktop = onDesktop ? await startDesktop(dataDir, hostEnv) : null
    const host = desktop ?? (await startHost(dataDir, hostEnv))
    const kept = { host, desktop, demoRun }
    this.#kept.set(key, kept)
    if (desktop) return kept
    // The host signs browsers in before its platform is up, which takes long on a busy machine.
    const maker = await openMaker(host.url)
    await maker.api('workflowRuns.list', { query: { limit: 1 } })
    maker.close()
    return kept
  }

  async #end(key: string): Promise<void> {
    const host = this.#kept.get(key)?.host
    this.#kept.delete(key)
    await host?.stop()
    if (host) removeDataDir(host.dataDir)
  }

  async end(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((key) => this.#end(key)))
  }
}

const withHost = base.extend<HostOptions & Given, { hosts: HostKeeper }>({
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

/** The app's window is the page on the desktop: all tests that share the app use it one at a time. */
export const test = onDesktop
  ? withHost.extend({
      page: async ({ kept: { desktop }, viewport, contextOptions }, use) => {
        if (!desktop) throw new Error('the tests run in a browser')
        const window = await desktop.window()
        if (viewport) await window.setViewportSize(viewport)
        await window.emulateMedia({
          reducedMotion: contextOptions.reducedMotion ?? null,
          colorScheme: null,
          forcedColors: null,
        })
        await use(window)
      },
    })
  : withHost
