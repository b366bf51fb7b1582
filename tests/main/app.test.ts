import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NodeChildOptions } from '../../src/app/platform-supervisor.ts'
import { BRIDGE_PORT } from '../../src/shared/bridge/page-connection.ts'
import { STUDIO, type StudioClient } from '../../src/shared/bridge/studio.ts'
import { connectBridge } from '../../src/shared/bridge/wire.ts'
import { eventually } from '../setup/eventually.ts'
import { ContentsDouble, ipcEvent, PortDouble } from './electron-double.ts'

const platformEntry = fileURLToPath(new URL('../../out/node/platform.js', import.meta.url))

/** Electron as used by the entry, in memory; the platform runs in a real process. */
const electron = {
  windows: [] as { url: string; options: Record<string, unknown> }[],
  ipcMain: null as EventEmitter | null,
  app: null as (EventEmitter & { quit(): void }) | null,
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  menu: null as { label?: string; submenu?: { label?: string; click?: () => void }[] }[] | null,
  saveTo: null as string | null,
  platform: null as NodeChildOptions | null,
}

vi.doMock('electron', () => {
  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    setName() {},
    setPath() {},
    getVersion: () => '1.2.3',
    getAppPath: () => '',
    getLocale: () => 'en-GB',
    isReady: () => true,
    requestSingleInstanceLock: () => true,
    whenReady: async () => {},
    showAboutPanel() {},
    quit() {
      app.emit('will-quit', { preventDefault() {} })
      app.emit('test-quit')
    },
  })
  electron.app = app
  electron.ipcMain = new EventEmitter()
  class BrowserWindow extends EventEmitter {
    static getAllWindows = () => []
    static getFocusedWindow = () => null
    webContents = new ContentsDouble()
    options: Record<string, unknown>
    constructor(options: Record<string, unknown>) {
      super()
      this.options = options
    }
    show() {}
    async loadURL(url: string) {
      electron.windows.push({ url, options: this.options })
    }
  }
  return {
    app,
    BrowserWindow,
    ipcMain: electron.ipcMain,
    dialog: {
      showErrorBox() {},
      showOpenDialog: async () => ({ filePaths: [] }),
      showSaveDialog: async () => ({ filePath: electron.saveTo ?? '' }),
    },
    Menu: {
      buildFromTemplate: (template: never) => template,
      setApplicationMenu: (menu: never) => {
        electron.menu = menu
      },
    },
    nativeTheme: { shouldUseDarkColors: false },
    protocol: {
      registerSchemesAsPrivileged() {},
      handle: (scheme: string, handler: never) => electron.handlers.set(scheme, handler),
    },
    safeStorage: { isAsyncEncryptionAvailable: async () => false },
    shell: { openExternal() {}, openPath: async () => '' },
  }
})

/** Beside the source there is no bundle of the entry, so the built one runs instead, on the requested Node.js. */
vi.doMock('../../src/app/platform-supervisor.ts', async (original) => {
  const supervisor = await original<typeof import('../../src/app/platform-supervisor.ts')>()
  return {
    ...supervisor,
    forkPlatform: (options: NodeChildOptions) => {
      electron.platform = options
      return supervisor.forkPlatform({ ...options, entry: platformEntry })
    },
  }
})

let dataDir = ''
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-main-'))
  vi.stubEnv('SIGHTLINE_DATA', dataDir)
  vi.stubEnv('SIGHTLINE_NODE', process.execPath)
  await import('../../src/main/main.ts')
  await eventually(() => electron.windows.length === 1)
})
afterAll(async () => {
  const { app } = electron
  if (!app) throw new Error('main.ts did not load Electron')
  const quit = once(app, 'test-quit')
  app.quit()
  await quit
  // The first quit waits for the platform; the second one is final.
  await once(app, 'test-quit')
  rmSync(dataDir, { recursive: true, force: true })
})

/** The page’s side: passes a port on as the preload does, and uses the other end. */
function openPage(): StudioClient {
  const port = new PortDouble()
  const listeners: ((message: unknown) => void)[] = []
  port.postMessage = (message) => {
    for (const listener of listeners) listener(structuredClone(message))
  }
  electron.ipcMain?.emit(BRIDGE_PORT, ipcEvent('sightline://app/index.html', [port]))
  return connectBridge(STUDIO, {
    post: (data) => port.emit('message', { data: structuredClone(data) }),
    onMessage: (listener) => listeners.push(listener),
    onClose: (listener) => port.on('close', listener),
    close: () => port.close(),
  })
}

describe('the desktop app', () => {
  it('opens one confined window on its own page', () => {
    const { url, options } = electron.windows[0] as (typeof electron.windows)[0]
    expect(url).toBe('sightline://app/index.html')
    expect(options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      preload: expect.stringMatching(/preload\.cjs$/),
    })
  })

  it('runs the platform on the Node.js that started it', () => {
    expect(electron.platform).toMatchObject({
      execPath: process.execPath,
      entry: expect.stringMatching(/platform\.js$/),
    })
  })

  it('has native dialogs and reaches the platform', async () => {
    const studio = openPage()
    expect(await studio.hostInfo({})).toMatchObject({ host: 'electron', native_dialogs: true, updates: false })
    expect(await studio.api({ endpoint: 'workflows.list', input: {} })).toBeInstanceOf(Array)
    expect(await studio.pickSource({ kind: 'video' })).toBeNull()
  })

  it('serves files of the platform through its scheme, and accepts uploads for it', async () => {
    const handle = electron.handlers.get('sightline')
    expect((await handle?.(new Request('sightline://app/files/runs/none/x.csv')))?.status).toBe(404)
    const put = (query: string) =>
      handle?.(
        new Request(`sightline://app/upload?${query}`, { method: 'PUT', body: 'x', duplex: 'half' } as RequestInit),
      )
    for (const [name, purpose] of [
      ['a.onnx', 'model'],
      ['a.png', 'image'],
      ['a.zip', 'dataset'],
    ]) {
      const stored = await put(`filename=${name}&purpose=${purpose}`)
      expect(await stored?.json()).toEqual({ uri: expect.stringContaining(name as string) })
    }
    expect((await put('filename=a.png&purpose=spell'))?.status).toBe(400)
  })

  it('saves only to paths chosen in a dialog', async () => {
    const studio = openPage()
    const graph = { version: 1 as const, nodes: [], edges: [] }
    const file = { format: 'sightline-workflow' as const, version: 1 as const, name: 'Mine', graph }
    const elsewhere = join(dataDir, 'elsewhere.sightline.json')
    expect(await studio.saveWorkflowFile({ path: elsewhere, file })).toBeNull()
    electron.saveTo = join(dataDir, 'mine.sightline.json')
    expect(await studio.saveWorkflowFile({ path: elsewhere, file })).toEqual({ path: electron.saveTo })
    const chosen = electron.saveTo
    electron.saveTo = null
    expect(await studio.saveWorkflowFile({ path: chosen, file })).toEqual({ path: chosen })
  })

  it('sends menu commands to the page', async () => {
    const studio = openPage()
    const commands = studio.menuCommands({ language: 'en' })[Symbol.asyncIterator]()
    let first: unknown
    void commands.next().then((result) => {
      first = result
    })
    // Clicked until the page's request for commands has arrived.
    await eventually(() => {
      const items = electron.menu?.flatMap((menu) => menu.submenu ?? []) ?? []
      items.find((item) => item.label === '&Save')?.click?.()
      return first
    })
    expect(first).toEqual({ done: false, value: 'save' })
    await commands.return?.()
  })

  it('opens files from the system in the page, as File > Open does', async () => {
    const graph = { version: 1 as const, nodes: [], edges: [] }
    const path = join(dataDir, 'handed over.sightline.json')
    const file = { format: 'sightline-workflow', version: 1, name: 'Handed over', graph }
    writeFileSync(path, JSON.stringify(file))
    electron.app?.emit('second-instance', {}, ['sightline', path], dataDir)
    const studio = openPage()
    const commands = studio.menuCommands({ language: 'en' })[Symbol.asyncIterator]()
    expect(await commands.next()).toEqual({ done: false, value: 'open' })
    expect(await studio.openWorkflowFile({})).toMatchObject({ path, file: { name: 'Handed over' } })

    const preventDefault = vi.fn()
    electron.app?.emit('open-file', { preventDefault }, path)
    expect(await commands.next()).toEqual({ done: false, value: 'open' })
    expect(preventDefault).toHaveBeenCalled()
    expect(await studio.openWorkflowFile({})).toMatchObject({ path })
    // A dialog opens again, and is cancelled here.
    expect(await studio.openWorkflowFile({})).toBeNull()
    await commands.return?.()
  })

  it('shows its menus in the language of the page, once the page has reported it', async () => {
    const labels = () => electron.menu?.map((menu) => menu.label)
    const studio = openPage()
    const listen = async (language: 'en' | 'de', file: string) => {
      const aborter = new AbortController()
      const ended = studio
        .menuCommands({ language }, aborter.signal)
        [Symbol.asyncIterator]()
        .next()
        .catch(() => undefined)
      await expect.poll(labels).toContain(file)
      aborter.abort()
      await ended
    }
    await listen('de', '&Datei')
    expect(labels()).not.toContain('&File')
    await listen('en', '&File')
    expect(labels()).not.toContain('&Datei')
  })
})
