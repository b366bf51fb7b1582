/** Accepts the bridge's port from the app's own page, and from nothing else. */
import type { IpcMain, IpcMainEvent, MessagePortMain } from 'electron'
import type { Port } from '../shared/bridge/contract.ts'
import { BRIDGE_PORT, CHOSEN_PATH } from '../shared/bridge/page-connection.ts'
import { isOurPage } from './scheme.ts'

/** Only the top frame of a window that shows the app's page: not an embedded frame, not a page it navigated to. */
export const mayConnect = ({ senderFrame, sender }: Pick<IpcMainEvent, 'senderFrame' | 'sender'>): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url)

/** Calls back with the port of each page that connects. Ports of others are closed. */
export function acceptBridge(ipcMain: Pick<IpcMain, 'on'>, onPort: (port: Port) => void): void {
  ipcMain.on(BRIDGE_PORT, (event) => {
    const [port, ...more] = event.ports
    if (port && more.length === 0 && mayConnect(event)) onPort(mainPort(port))
    else for (const refused of event.ports) refused.close()
  })
}

/** Calls back with the path of each file that the user dropped on a page of the app. */
export function acceptChosenPaths(ipcMain: Pick<IpcMain, 'on'>, onPath: (path: string) => void): void {
  ipcMain.on(CHOSEN_PATH, (event, path: unknown) => {
    if (mayConnect(event) && typeof path === 'string') onPath(path)
    event.returnValue = null
  })
}

/** The bridge over Electron's end of a message channel. */
export function mainPort(port: MessagePortMain): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage(listener) {
      port.on('message', ({ data }) => listener(data))
      port.start()
    },
    onClose: (listener) => {
      port.once('close', listener)
    },
    close: () => port.close(),
  }
}
