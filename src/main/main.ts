/** Entry of the desktop app. */
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, safeStorage } from 'electron'
import { dataDir } from '../app/data-dir.ts'
import { fileSecrets } from '../app/host-files.ts'
import { COMMON_HEADERS } from '../app/page.ts'
import { forkPlatform } from '../app/platform-supervisor.ts'
import { type RunningHost, startHost } from '../app/studio-host.ts'
import { languageOf } from '../shared/domain/language.ts'
import { acceptBridge, acceptChosenPaths } from './bridge-port.ts'
import { desktopShell } from './dialogs.ts'
import { menuTemplate } from './menu.ts'
import { nodeBinary, outsideArchive, platformEnvironment } from './node-process.ts'
import { createOpenRequests, workflowsIn } from './open-files.ts'
import { safeSecrets } from './safe-secrets.ts'
import { SCHEME, schemeHandler } from './scheme.ts'
import { createUpdates, loadUpdater, updateKeyOf } from './updates.ts'
import { openWindow } from './window.ts'
import type { Words } from './words.ts'

/** Built entries are in `out/node`, beside `out/preload` and `out/renderer`. */
const here = dirname(fileURLToPath(import.meta.url))
const out = join(here, '..')
const folder = dataDir({ env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })
const isMac = process.platform === 'darwin'

app.setName('Sightline')
app.setPath('userData', join(folder, 'electron'))
protocol.registerSchemesAsPrivileged([SCHEME])

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  const openWindows = () => BrowserWindow.getAllWindows()
  const frontWindow = () => BrowserWindow.getFocusedWindow() ?? openWindows()[0] ?? null
  const open = () => openWindow(join(out, 'preload', 'preload.cjs'))
  const openUnlessOpen = () => {
    if (app.isReady() && openWindows().length === 0) open()
  }
  const log = (line: string) => console.error(line)
  const openRequests = createOpenRequests()
  openRequests.add(workflowsIn(process.argv, process.cwd()))
  let host: RunningHost | null = null

  app.on('second-instance', (_event, argv, cwd) => {
    openRequests.add(workflowsIn(argv, cwd))
    const window = frontWindow()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openRequests.add([path])
    openUnlessOpen()
  })
  app.on('activate', openUnlessOpen)
  app.on('window-all-closed', () => {
    if (!isMac) app.quit()
  })
  app.on('will-quit', (event) => {
    const stopping = host
    if (!stopping) return
    event.preventDefault()
    host = null
    void stopping.stop().finally(() => app.quit())
  })

  void app.whenReady().then(() => {
    const menuOf = (words: Words['menu']) =>
      menuTemplate({
        words,
        isMac,
        isDevelopment: !app.isPackaged,
        // A menu item can only be picked once the shell exists.
        send: (command) => shell.command(command),
        showAbout: () => app.showAboutPanel(),
      })
    const shell = desktopShell({
      currentWindow: frontWindow,
      openRequests,
      language: languageOf(app.getLocale()),
      showMenu: (words) => Menu.setApplicationMenu(Menu.buildFromTemplate(menuOf(words))),
    })
    const { isPackaged } = app
    const { resourcesPath } = process
    const updateKey = updateKeyOf({ isPackaged, resourcesPath, appPath: app.getAppPath() })
    const running = startHost({
      host: 'electron',
      version: app.getVersion(),
      dataDir: folder,
      rendererDir: join(out, 'renderer'),
      resourcesDir: outsideArchive(join(out, '..', 'resources')),
      // Set by the development server; a packaged app shows its own page only.
      devServer: app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL,
      secrets: safeSecrets(safeStorage, fileSecrets(join(folder, 'secrets'))),
      native: shell,
      updates: updateKey === null ? null : createUpdates({ load: loadUpdater, key: updateKey, log }),
      startPlatform: () =>
        forkPlatform({
          entry: outsideArchive(join(here, 'platform.js')),
          execPath: nodeBinary({
            isPackaged: app.isPackaged,
            resourcesPath: process.resourcesPath,
            os: process.platform,
            env: process.env,
          }),
          env: platformEnvironment({ isPackaged, env: process.env }),
        }),
      onBlocked: (message) => {
        dialog.showErrorBox('Sightline', message)
        app.quit()
      },
      log,
    })
    host = running
    protocol.handle('sightline', schemeHandler(running.handle, COMMON_HEADERS))
    acceptBridge(ipcMain, running.connect)
    acceptChosenPaths(ipcMain, running.choose)
    open()
  })
}
