import { EventEmitter } from 'node:events'
import type { IpcMain, MenuItemConstructorOptions, SafeStorage } from 'electron'
import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import type { SecretStore } from '../../src/app/host-files.ts'
import { acceptBridge, acceptChosenPaths } from '../../src/main/bridge-port.ts'
import { menuTemplate } from '../../src/main/menu.ts'
import { safeSecrets } from '../../src/main/safe-secrets.ts'
import { isOurPage, mayNavigate, schemeHandler } from '../../src/main/scheme.ts'
import { WORDS } from '../../src/main/words.ts'
import { call } from '../../src/shared/bridge/contract.ts'
import { BRIDGE_PORT, CHOSEN_PATH } from '../../src/shared/bridge/page-connection.ts'
import { connectBridge, serveBridge } from '../../src/shared/bridge/wire.ts'
import { ContentsDouble, ipcEvent, PortDouble } from './electron-double.ts'

const openExternal = vi.hoisted(() => vi.fn())
vi.mock('electron', () => ({ shell: { openExternal }, nativeTheme: {}, BrowserWindow: class {} }))
const { confine } = await import('../../src/main/window.ts')

const PAGE = 'sightline://app/index.html#/runs'

describe('the path of a dropped file', () => {
  it.each([
    ['the preload of the app’s page', PAGE, 'top', '/videos/street.mp4', ['/videos/street.mp4']],
    ['an embedded frame', PAGE, 'embedded', '/videos/street.mp4', []],
    ['a web site', 'https://evil.example/', 'top', '/videos/street.mp4', []],
    ['the preload, but is no text', PAGE, 'top', 3, []],
  ] as const)('comes from %s', (_, url, from, path, taken) => {
    const ipcMain = new EventEmitter()
    const paths: string[] = []
    acceptChosenPaths(ipcMain as unknown as IpcMain, (chosen) => paths.push(chosen))
    const event = ipcEvent(url, [], from)
    ipcMain.emit(CHOSEN_PATH, event, path)
    // Else the page would wait for ever.
    expect([paths, event.returnValue]).toEqual([taken, null])
  })
})

describe('the bridge’s port', () => {
  const offer = (url: string, from?: 'top' | 'embedded' | 'gone', count = 1) => {
    const ipcMain = new EventEmitter()
    const taken: unknown[] = []
    acceptBridge(ipcMain as unknown as IpcMain, (port) => taken.push(port))
    const ports = Array.from({ length: count }, () => new PortDouble())
    ipcMain.emit(BRIDGE_PORT, ipcEvent(url, ports, from))
    return { taken, ports }
  }

  it('is accepted from the top frame of the app’s page', () => {
    expect(offer(PAGE).taken).toHaveLength(1)
  })

  it.each([
    ['an embedded frame', PAGE, 'embedded', 1],
    ['a frame that is gone', PAGE, 'gone', 1],
    ['a web site', 'https://evil.example/', 'top', 1],
    ['a file', 'file:///tmp/index.html', 'top', 1],
    ['another host of our scheme', 'sightline://other/index.html', 'top', 1],
    ['a stored file shown as a page', 'sightline://app/files/runs/r/report.html', 'top', 1],
    ['a message with two ports', PAGE, 'top', 2],
  ] as const)('is not accepted from %s', (_, url, from, count) => {
    const { taken, ports } = offer(url, from, count)
    expect(taken).toEqual([])
    expect(ports.every((p) => p.closed)).toBe(true)
  })

  it('carries the bridge', async () => {
    const ipcMain = new EventEmitter()
    const contract = { twice: call(Type.Object({ n: Type.Number() }), Type.Number()) }
    acceptBridge(ipcMain as unknown as IpcMain, (port) =>
      serveBridge(contract, { twice: async ({ n }) => 2 * n }, port),
    )
    const port = new PortDouble()
    ipcMain.emit(BRIDGE_PORT, ipcEvent(PAGE, [port]))
    const toPage: ((m: unknown) => void)[] = []
    port.postMessage = (message) => toPage.forEach((listener) => void listener(message))
    const client = connectBridge(contract, {
      post: (data) => port.emit('message', { data }),
      onMessage: (listener) => toPage.push(listener),
      onClose: () => {},
      close: () => {},
    })
    expect(port.started).toBe(true)
    expect(await client.twice({ n: 21 })).toBe(42)
  })
})

describe('the window', () => {
  const window = () => {
    const contents = new ContentsDouble()
    confine(contents.asContents())
    return contents
  }

  it('stays on the app’s page, and lets files be downloaded', () => {
    const contents = window()
    expect(contents.navigate(PAGE)).toBe(true)
    expect(contents.navigate('sightline://app/files/runs/r/events.csv?download=1')).toBe(true)
    for (const url of [
      'https://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'sightline://app/files/runs/r/page.html',
      'sightline://evil/index.html',
      'sightline://user@app/index.html',
      'not a url',
    ])
      expect(contents.navigate(url), url).toBe(false)
  })

  it('opens no second window, and only web addresses outside', () => {
    const contents = window()
    openExternal.mockClear()
    for (const url of ['https://example.com/', 'http://example.com/', 'file:///etc/passwd', 'vbscript:x'])
      expect(contents.openHandler({ url })).toEqual({ action: 'deny' })
    expect(openExternal.mock.calls).toEqual([['https://example.com/'], ['http://example.com/']])
  })

  it('grants no device, location or capture', () => {
    const contents = window()
    for (const permission of ['media', 'geolocation', 'hid', 'display-capture', 'notifications', 'clipboard-read'])
      expect(contents.permits(null, permission), permission).toBe(false)
    expect(contents.permits(null, 'clipboard-sanitized-write')).toBe(true)
  })
})

describe('the app’s scheme', () => {
  const handle = schemeHandler(async (r) => new Response(new URL(r.url).pathname), {
    'x-content-type-options': 'nosniff',
  })

  it('serves its own host, for reading and for uploads, with the common headers', async () => {
    const answer = await handle(new Request('sightline://app/assets/a.js'))
    expect(await answer.text()).toBe('/assets/a.js')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await handle(new Request('sightline://other/a.js'))).status).toBe(404)
    expect((await handle(new Request('sightline://app/upload', { method: 'PUT', body: 'x' }))).status).toBe(200)
    expect((await handle(new Request('sightline://app/upload', { method: 'DELETE' }))).status).toBe(404)
  })

  it('distinguishes its page from its files', () => {
    expect(isOurPage(PAGE)).toBe(true)
    expect(isOurPage('sightline://app/files/source?uri=x')).toBe(false)
    expect(mayNavigate('sightline://app/files/source?uri=x')).toBe(false)
  })
})

describe('the menu', () => {
  const build = (isMac: boolean) => {
    const sent: string[] = []
    const template = menuTemplate({
      words: WORDS.en.menu,
      isMac,
      isDevelopment: false,
      send: (c) => sent.push(c),
      showAbout: () => sent.push('about'),
    })
    const items = template.flatMap((menu) => (menu.submenu ?? []) as MenuItemConstructorOptions[])
    return { sent, items, template }
  }

  it('sends every command to the page', () => {
    const { sent, items } = build(false)
    for (const item of items) item.click?.(undefined as never, undefined, undefined as never)
    expect(sent).toEqual(['new', 'open', 'save', 'save_as', 'undo', 'redo', 'guide', 'shortcuts', 'about'])
  })

  it('leaves undo to the page’s own keys, so that text fields keep theirs', () => {
    const { items } = build(true)
    expect(items.find((i) => i.label === '&Undo')?.registerAccelerator).toBe(false)
  })

  it('has the application menu on macOS, and no developer tools in a packaged app', () => {
    expect(build(true).template[0]?.role).toBe('appMenu')
    expect(build(false).template[0]?.label).toBe('&File')
    expect(build(false).items.some((i) => i.role === 'toggleDevTools')).toBe(false)
  })
})

describe('secrets', () => {
  const memory = (): SecretStore & { kept: Record<string, string> } => {
    const kept: Record<string, string> = {}
    return {
      kept,
      get: async (name) => kept[name] ?? null,
      set: async (name, secret) => {
        kept[name] = secret
      },
      delete: async (name) => {
        delete kept[name]
      },
    }
  }
  /** Reverses the text: enough to see that the stored value is not the given one. */
  const cipher = (available: boolean, lost = false) =>
    ({
      isAsyncEncryptionAvailable: async () => available,
      encryptStringAsync: async (text: string) => Buffer.from([...text].reverse().join('')),
      decryptStringAsync: async (bytes: Buffer) => {
        if (lost) throw new Error('The key has changed')
        return { shouldReEncrypt: false, result: [...bytes.toString()].reverse().join('') }
      },
    }) as Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>

  it('are encrypted on a system with a key ring', async () => {
    const store = memory()
    await safeSecrets(cipher(true), store).set('key', 'pk_live_1')
    expect(store.kept.key).not.toContain('pk_live_1')
    expect(await safeSecrets(cipher(true), store).get('key')).toBe('pk_live_1')
  })

  it('are stored in plain text without one, and can be read later with one', async () => {
    const store = memory()
    await safeSecrets(cipher(false), store).set('key', 'pk_live_1')
    expect(await safeSecrets(cipher(true), store).get('key')).toBe('pk_live_1')
  })

  it('count as lost when they can no longer be decrypted', async () => {
    const store = memory()
    await safeSecrets(cipher(true), store).set('key', 'pk_live_1')
    expect(await safeSecrets(cipher(true, true), store).get('key')).toBeNull()
  })
})

describe('the texts of the menus', () => {
  it.each(Object.entries(WORDS))('have a key of their own in each menu (%s)', (_, { menu }) => {
    const keyOf = (label = '') => /&(\p{L})/u.exec(label)?.[1]?.toLowerCase()
    const template = menuTemplate({ words: menu, isMac: false, isDevelopment: true, send() {}, showAbout() {} })
    const bars = [template, ...template.map((m) => (m.submenu ?? []) as MenuItemConstructorOptions[])]
    for (const items of bars) {
      const keys = items.filter((item) => item.label).map((item) => keyOf(item.label))
      expect(keys).not.toContain(undefined)
      expect(new Set(keys).size, keys.join()).toBe(keys.length)
    }
  })
})
