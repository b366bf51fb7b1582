/** The application's menu. What concerns the open workflow is sent to the page, which knows whether it applies. */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../shared/bridge/studio.ts'

export interface MenuOptions {
  isMac: boolean
  /** Adds the developer tools. */
  isDevelopment: boolean
  send(command: MenuCommand): void
  showAbout(): void
}

/** A menu bar in the order that each system expects. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, send } = options
  const item = (
    label: string,
    accelerator: string,
    command: MenuCommand,
    more: MenuItemConstructorOptions = {},
  ): MenuItemConstructorOptions => ({ label, accelerator, click: () => send(command), ...more })
  /** Shown beside the item, but left to the page: a text field has an undo of its own. */
  const page = { registerAccelerator: false }
  const separator: MenuItemConstructorOptions = { type: 'separator' }

  const file: MenuItemConstructorOptions = {
    label: '&File',
    submenu: [
      item('&New workflow', 'CmdOrCtrl+N', 'new'),
      item('&Open…', 'CmdOrCtrl+O', 'open'),
      separator,
      item('&Save', 'CmdOrCtrl+S', 'save', page),
      item('Save &as…', 'CmdOrCtrl+Shift+S', 'save_as', page),
      separator,
      { role: isMac ? 'close' : 'quit' },
    ],
  }
  const edit: MenuItemConstructorOptions = {
    label: '&Edit',
    submenu: [
      item('&Undo', 'CmdOrCtrl+Z', 'undo', page),
      item('&Redo', isMac ? 'Cmd+Shift+Z' : 'Ctrl+Y', 'redo', page),
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'delete' },
      { role: 'selectAll' },
    ],
  }
  const view: MenuItemConstructorOptions = {
    label: '&View',
    submenu: [
      { role: 'reload' },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
      ...(options.isDevelopment ? [separator, { role: 'toggleDevTools' } as const] : []),
    ],
  }
  const help: MenuItemConstructorOptions = {
    role: 'help',
    submenu: [
      item('&Keyboard shortcuts', 'CmdOrCtrl+/', 'shortcuts', page),
      { label: '&About Sightline', click: () => options.showAbout() },
    ],
  }
  return [...(isMac ? [{ role: 'appMenu' } as const] : []), file, edit, view, { role: 'windowMenu' }, help]
}
