/** Updates of the packaged app. No request is sent until the user turns them on. */
import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppUpdater } from 'electron-updater'

export type Updater = Pick<
  AppUpdater,
  'logger' | 'autoDownload' | 'autoInstallOnAppQuit' | 'checkForUpdates' | 'downloadUpdate'
>

export interface Updates {
  /** Starts checking, at once and daily, or stops it. */
  turn(on: boolean): void
}

interface UpdatesOptions {
  load(): Promise<Updater>
  /** The public key of the releases. */
  key: string
  log(line: string): void
  everyMs?: number
}

const DAY_MS = 24 * 60 * 60 * 1000

interface Installed {
  isPackaged: boolean
  /** Electron's `process.resourcesPath`. */
  resourcesPath: string
  /** The folder of the app's package.json. */
  appPath: string
}

/** The key of an app that was built for a release; null for another build, which has no address for updates. */
export function updateKeyOf({ isPackaged, resourcesPath, appPath }: Installed): string | null {
  if (!isPackaged || !existsSync(join(resourcesPath, 'app-update.yml'))) return null
  const { updateKey } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { updateKey?: unknown }
  return typeof updateKey === 'string' ? updateKey : null
}

/** Loaded on first use: loading takes a tenth of a second, and most starts don't need it. */
export async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater')
  return module.autoUpdater
}

/** Downloads new releases that are signed, and installs them when the app quits. Failures are logged and retried a day later. */
export function createUpdates({ load, key, log, everyMs = DAY_MS }: UpdatesOptions): Updates {
  let timer: ReturnType<typeof setInterval> | null = null
  let loaded: Promise<Updater> | null = null
  const report = (error: unknown) => log(`Update: ${error instanceof Error ? error.message : String(error)}`)

  async function prepare(): Promise<Updater> {
    const updater = await load().catch((error: unknown) => {
      loaded = null
      throw error
    })
    updater.autoDownload = false
    updater.logger = { info() {}, warn: report, error: report }
    return updater
  }

  async function check(): Promise<void> {
    loaded ??= prepare()
    const updater = await loaded
    if (timer === null) return
    updater.autoInstallOnAppQuit = true
    const found = await updater.checkForUpdates()
    if (!found?.isUpdateAvailable) return
    const { updateInfo } = found
    if (!isSigned(updateInfo, key))
      throw new Error(`Version ${updateInfo.version} is not signed, and was not downloaded.`)
    await updater.downloadUpdate()
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

/** What electron-updater reads from a feed, with the field that is ours. */
interface Feed {
  version: string
  files: readonly { url: string; sha512: string }[]
  signature?: unknown
}

/** What is signed: the version, and the files in their order. */
const signedText = ({ version, files }: Feed): string =>
  JSON.stringify({ version, files: files.map(({ url, sha512 }) => ({ url, sha512 })) })

/**
 * Checks the signature of an update. The feed of a release names the files with their hashes, and who can write the
 * feed could have any file installed. Linux and unsigned builds for Windows have no other check.
 * `tools/dist/sign-feeds.mjs` signs.
 *
 * @param key an Ed25519 public key (RFC 8410), as base64 of its DER form
 */
function isSigned(feed: Feed, key: string): boolean {
  const { signature } = feed
  if (typeof signature !== 'string' || feed.files.length === 0) return false
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(signedText(feed)), publicKey, Buffer.from(signature, 'base64'))
}
