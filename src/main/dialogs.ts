/** What a desktop adds for the page: file dialogs, the file manager and the menu. */
import { type BrowserWindow, dialog, shell } from 'electron'
import { SOURCE_EXTENSIONS } from '../app/media-type.ts'
import type { NativeShell } from '../app/native.ts'
import type { MenuCommand } from '../shared/bridge/studio.ts'

const WORKFLOWS = [{ name: 'Sightline workflows', extensions: ['sightline.json', 'json'] }]

/** What a workflow can be opened from: also the results of a run. */
const WORKFLOWS_INSIDE = [{ name: 'Sightline workflows and results', extensions: ['sightline.json', 'json', 'jsonl'] }]

export interface DesktopShell extends NativeShell {
  /** A pick from the menu, for the page. */
  command(command: MenuCommand): void
}

/** Dialogs belong to the window, if there is one. */
export function desktopShell(currentWindow: () => BrowserWindow | null): DesktopShell {
  const listeners = new Set<(command: MenuCommand) => void>()

  async function pick(options: Electron.OpenDialogOptions): Promise<string[]> {
    const window = currentWindow()
    const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
    return filePaths
  }
  const pickOne = async (options: Electron.OpenDialogOptions): Promise<string | null> =>
    (await pick({ ...options, properties: ['openFile'] }))[0] ?? null

  return {
    pickSource: (kind) =>
      pickOne({
        title: kind === 'video' ? 'Choose a video' : 'Choose an image',
        filters: [
          { name: kind === 'video' ? 'Videos' : 'Images', extensions: SOURCE_EXTENSIONS[kind] },
          { name: 'All files', extensions: ['*'] },
        ],
      }),
    pickSources: () =>
      pick({
        title: 'Choose videos and images',
        filters: [
          { name: 'Videos and images', extensions: [...SOURCE_EXTENSIONS.video, ...SOURCE_EXTENSIONS.image] },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile', 'multiSelections'],
      }),
    pickWorkflowToOpen: () => pickOne({ title: 'Open a workflow', filters: WORKFLOWS_INSIDE }),
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
