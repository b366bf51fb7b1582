/** Updates of the packaged app. No request is sent until the user turns them on. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'

export type Updater = Pick<AppUpdater, 'logger' | 'autoInstallOnAppQuit' | 'checkForUpdates'>

export interface Updates {
  /** Starts checking, at once and daily, or stops it. */
  turn(on: boolean): void
}

interface UpdatesOptions {
  load(): Promise<Updater>
  log(line: string): void
  everyMs?: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** True when the app was built for a release; other builds have no address for updates. */
export const canUpdate = (app: { isPackaged: boolean; resourcesPath: string }): boolean =>
  app.isPackaged && existsSync(join(app.resourcesPath, 'app-update.yml'))

/** Loaded on first use: loading takes a tenth of a second, and most starts don't need it. */
export async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater')
  return module.autoUpdater
}

/** Downloads new releases and installs them when the app quits. Failures are logged and retried a day later. */
export function createUpdates({ load, log, everyMs = DAY_MS }: UpdatesOptions): Updates {
  let timer: ReturnType<typeof setInterval> | null = null
  let loaded: Promise<Updater> | null = null
  const report = (error: unknown) => log(`Update: ${error instanceof Error ? error.message : String(error)}`)

  async function prepare(): Promise<Updater> {
    const updater = await load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    updater.logger = { info() {}, warn: report, error: report }
    return updater
  }

  async function check(): Promise<void> {
    loaded ??= prepare()
    const updater = await loaded
    if (timer === null) return
    updater.autoInstallOnAppQuit = true
    const found = await updater.checkForUpdates()
    await found?.downloadPromise
  }

  async function cancelInstall(): Promise<void> {
    const updater = await loaded
    if (updater && timer === null) updater.autoInstallOnAppQuit = false
  }

  return {
    turn(on) {
      if (on === (timer !== null)) return
      if (timer !== null) {
        clearInterval(timer)
        timer = null
        cancelInstall().catch(report)
        return
      }
      timer = setInterval(() => check().catch(report), everyMs)
      timer.unref()
      check().catch(report)
    },
  }
}
