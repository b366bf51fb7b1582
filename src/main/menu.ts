/** The application's menu. Commands on the open workflow are sent to the page, which knows whether they apply. */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../shared/bridge/studio.ts'
import type { Words } from './words.ts'

export interface MenuOptions {
  words: Words['menu']
  isMac: boolean
  /** Adds the developer tools. */
  isDevelopment: boolean
  send(command: MenuCommand): void
  showAbout(): void
}

/** A menu bar in the order of each platform's conventions. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { words, isMac, send } = options
  const item = (
    label: string,
    accelerator: string,
    command: MenuCommand,
    more: MenuItemConstructorOptions = {},
  ): MenuItemConstructorOptions => ({ label, accelerator, click: () => send(command), ...more })
  /** Displayed beside the item, but handled by the page: a text field has an undo of its own. */
  const page = { registerAccelerator: false }
  const separator: MenuItemConstructorOptions = { type: 'separator' }

  const file: MenuItemConstructorOptions = {
    label: words.file,
    submenu: [
      item(words.new, 'CmdOrCtrl+N', 'new'),
      item(words.open, 'CmdOrCtrl+O', 'open'),
      separator,
      item(words.save, 'CmdOrCtrl+S', 'save', page),
      item(words.saveAs, 'CmdOrCtrl+Shift+S', 'save_as', page),
      separator,
      isMac ? { role: 'close', label: words.close } : { role: 'quit', label: words.quit },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: words.edit,
    submenu: [
      item(words.undo, 'CmdOrCtrl+Z', 'undo', page),
      item(words.redo, isMac ? 'Cmd+Shift+Z' : 'Ctrl+Y', 'redo', page),
      separator,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'delete', label: words.delete },
      { role: 'selectAll', label: words.selectAll },
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: words.view,
    submenu: [
      { role: 'reload', label: words.reload },
      separator,
      { role: 'resetZoom', label: words.resetZoom },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
      separator,
      { role: 'togglefullscreen', label: words.fullScreen },
      ...(options.isDevelopment ? [separator, { role: 'toggleDevTools', label: words.developerTools } as const] : []),
    ],
  }
  const window: MenuItemConstructorOptions = {
    role: 'windowMenu',
    label: words.window,
    submenu: [
      { role: 'minimize', label: words.minimize },
      { role: 'close', label: words.close },
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    label: words.help,
    submenu: [
      item(words.guide, 'F1', 'guide', page),
      item(words.shortcuts, 'CmdOrCtrl+/', 'shortcuts', page),
      { label: words.about, click: () => options.showAbout() },
    ],
  }
  return [...(isMac ? [{ role: 'appMenu' } as const] : []), file, edit, view, window, help]
}
