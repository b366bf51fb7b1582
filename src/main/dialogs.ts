/** The desktop features of the page: file dialogs, the file manager and the menu. */
import { type BrowserWindow, dialog, shell } from 'electron'
import type { NativeShell } from '../app/native.ts'
import type { MenuCommand } from '../shared/bridge/studio.ts'
import type { Language } from '../shared/domain/language.ts'
import { IMAGE_EXTENSIONS } from '../shared/domain/still-formats.ts'
import type { OpenRequests } from './open-files.ts'
import { WORDS, type Words } from './words.ts'

const WORKFLOWS = ['sightline.json', 'json']

/** Extensions of files that a workflow can be opened from, including the results of a run. */
const WORKFLOWS_INSIDE = [...WORKFLOWS, 'jsonl']

/** Extensions of source files without the dot, for file dialogs. */
const SOURCE_EXTENSIONS = {
  video: 'mp4 m4v mov webm mkv avi mpg mpeg ts mts m2ts 3gp ogv wmv flv'.split(' '),
  image: [...IMAGE_EXTENSIONS],
}

/** Files that a question lists. */
const MOST_LISTED = 10

export interface DesktopShell extends NativeShell {
  /** Sends a menu command to the page. */
  command(command: MenuCommand): void
}

interface DesktopOptions {
  currentWindow(): BrowserWindow | null
  /** Workflow files from the system, which the page opens like files picked in a dialog. */
  openRequests: OpenRequests
  /** Used until the page reports its own language. */
  language: Language
  /** Called with the texts of the menu, at once and when the language changes. */
  showMenu(words: Words['menu']): void
}

/** Dialogs belong to the window, if there is one. */
export function desktopShell({ currentWindow, openRequests, language: first, showMenu }: DesktopOptions): DesktopShell {
  const listeners = new Set<(command: MenuCommand) => void>()
  let language = first
  const words = () => WORDS[language].dialogs
  showMenu(WORDS[language].menu)

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
        title: kind === 'video' ? words().chooseVideo : words().chooseImage,
        filters: [
          { name: kind === 'video' ? words().videos : words().images, extensions: SOURCE_EXTENSIONS[kind] },
          { name: words().allFiles, extensions: ['*'] },
        ],
      }),
    pickSources: () =>
      pick({
        title: words().chooseMany,
        filters: [
          { name: words().videosAndImages, extensions: [...SOURCE_EXTENSIONS.video, ...SOURCE_EXTENSIONS.image] },
          { name: words().allFiles, extensions: ['*'] },
        ],
        properties: ['openFile', 'multiSelections'],
      }),
    async allowFiles(paths) {
      const window = currentWindow()
      const { allowFiles: asked, allowMore: more, allow, refuse } = words()
      const listed = paths.slice(0, MOST_LISTED)
      const rest = paths.length - listed.length
      const options: Electron.MessageBoxOptions = {
        type: 'question',
        message: asked,
        detail: [...listed, ...(rest > 0 ? [more(rest)] : [])].join('\n'),
        buttons: [allow, refuse],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      }
      const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
      return response === 0
    },
    pickWorkflowToOpen: async () =>
      openRequests.take() ??
      pickOne({
        title: words().openWorkflow,
        filters: [{ name: words().workflowsAndResults, extensions: WORKFLOWS_INSIDE }],
      }),
    async pickWorkflowToSave(suggestedName) {
      const window = currentWindow()
      const { saveWorkflow: title, workflows: name } = words()
      const options = { title, defaultPath: suggestedName, filters: [{ name, extensions: WORKFLOWS }] }
      const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
      return filePath || null
    },
    async reveal(path) {
      await shell.openPath(path)
    },
    onMenu(spoken, listener) {
      if (spoken !== language) {
        language = spoken
        showMenu(WORDS[language].menu)
      }
      listeners.add(listener)
      const stop = openRequests.follow(() => listener('open'))
      return () => {
        stop()
        listeners.delete(listener)
      }
    },
    command(command) {
      for (const listener of listeners) listener(command)
    },
  }
}
