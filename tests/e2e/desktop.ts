/**
 * The desktop app in place of web host and browser: `SIGHTLINE_E2E=electron` runs the same specs in its window, given
 * Electron's binary and a display.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron as electron, type Page, test } from '@playwright/test'
import { PAGE_ORIGIN } from '../../src/main/scheme.ts'
import { findElectron } from '../../tools/start/find-electron.mjs'
import { type HostEnv, type RunningHost, root } from './host.ts'

export const onDesktop = process.env.SIGHTLINE_E2E === 'electron'

/** A file as a dialog returns it: a path, or bytes under a name. */
export type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer }

export interface Desktop extends RunningHost {
  window(): Promise<Page>
  /** Sets the files that the next system dialog returns. */
  choose(files: readonly ChosenFile[]): Promise<void>
}

/** @throws Error with the reason when there is no binary to start */
export async function startDesktop(dataDir: string, env: HostEnv = {}): Promise<Desktop> {
  const { path, why } = findElectron({ root, env: process.env, platform: process.platform })
  if (path === null) throw new Error(`The desktop app can’t be tested: ${why}.`)
  const app = await electron.launch({
    executablePath: path,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: {
      ...(process.env as Record<string, string>),
      ...env,
      SIGHTLINE_DATA: dataDir,
      SIGHTLINE_NODE: process.execPath,
    },
  })
  return {
    url: `${PAGE_ORIGIN}/index.html`,
    dataDir,
    pid: app.process().pid as number,
    window: () => app.firstWindow(),
    async choose(files) {
      await app.evaluate(
        ({ dialog }, filePaths) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths })
        },
        files.map((file) => onDisk(dataDir, file)),
      )
    },
    stop: () => app.close(),
    async kill() {
      const gone = new Promise<void>((resolve) => app.once('close', () => resolve()))
      app.process().kill('SIGKILL')
      await gone
    },
    async start() {
      test.skip(true, 'The window that the test holds has gone with the app.')
    },
  }
}

/** Writes the file beside the app's data, with which it is removed. */
function onDisk(dataDir: string, file: ChosenFile): string {
  if (typeof file === 'string') return file
  const path = join(mkdtempSync(join(dataDir, 'chosen-')), file.name)
  writeFileSync(path, file.buffer)
  return path
}
