/** The window, confined to the app's page. */
import { BrowserWindow, nativeTheme, shell } from 'electron'
import { mayNavigate, mayOpenOutside, PAGE_ORIGIN } from './scheme.ts'

const BACKGROUND = { dark: '#14161a', light: '#f7f8fa' }

/** Opens a window on the Studio's page; it is shown once the page has rendered. */
export function openWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 900,
    minHeight: 600,
    title: 'Sightline',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  confine(window.webContents)
  void window.loadURL(`${PAGE_ORIGIN}/index.html`)
  return window
}

type Contents = Pick<Electron.WebContents, 'setWindowOpenHandler' | 'on' | 'session'>

/** Confines the page: links open outside, no window or web view opens inside, no device access is granted. */
export function confine(contents: Contents): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpenOutside(url)) void shell.openExternal(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (event) => {
    if (!mayNavigate(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.session.setPermissionRequestHandler((_, permission, answer) => answer(isHarmless(permission)))
  contents.session.setPermissionCheckHandler((_, permission) => isHarmless(permission))
}

/** Copying blocks, and full-screen video. */
const isHarmless = (permission: string) => permission === 'clipboard-sanitized-write' || permission === 'fullscreen'
