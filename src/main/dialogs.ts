/** What a desktop adds for the page: file dialogs, the file manager and the menu. */
import { type BrowserWindow, dialog, shell } from 'electron'
import { SOURCE_EXTENSIONS } from '../app/media-type.ts'
import type { NativeShell } from '../app/native.ts'
import type { MenuCommand } from '../shared/bridge/studio.ts'

const WORKFLOWS = [{ name: 'Sightline workflows', extensions: ['sightline.json', 'json'] }]

export interface DesktopShell extends NativeShell {
  /** A pick from the menu, for the page. */
  command(command: MenuCommand): void
}

/** Dialogs belong to the window, if there is one. */
export function desktopShell(currentWindow: () => BrowserWindow | null): DesktopShell {
  const listeners = new Set<(command: MenuCommand) => void>()

  async function pickOne(options: Electron.OpenDialogOptions): Promise<string | null> {
    const window = currentWindow()
    const whole: Electron.OpenDialogOptions = { ...options, properties: ['openFile'] }
    const { filePaths } = await (window ? dialog.showOpenDialog(window, whole) : dialog.showOpenDialog(whole))
    return filePaths[0] ?? null
  }

  return {
    pickSource: (kind) =>
      pickOne({
        title: kind === 'video' ? 'Choose a video' : 'Choose an image',
        filters: [
          { name: kind === 'video' ? 'Videos' : 'Images', extensions: SOURCE_EXTENSIONS[kind] },
          { name: 'All files', extensions: ['*'] },
        ],
      }),
    pickWorkflowToOpen: () => pickOne({ title: 'Open a workflow', filters: WORKFLOWS }),
    async pickWorkflowToSave(suggestedName) {
      const window = currentWindow()
      const options = { title: 'Save the workflow', defaultPath: suggestedName, filters: WORKFLOWS }
      const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
      return filePath || null
    },
    async reveal(path) {
      await shell.openPath(path)
    },
    onMenu(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    command(command) {
      for (const listener of listeners) listener(command)
    },
  }
}
