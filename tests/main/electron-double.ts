/** A double of the parts of Electron that the main process uses. Records its calls. */
import { EventEmitter } from 'node:events'
import type { IpcMainEvent, MessagePortMain, WebContents } from 'electron'

export class PortDouble extends EventEmitter {
  readonly posted: unknown[] = []
  closed = false
  started = false
  postMessage(message: unknown) {
    this.posted.push(message)
  }
  start() {
    this.started = true
  }
  close() {
    this.closed = true
    this.emit('close')
  }
  asPort(): MessagePortMain {
    return this as unknown as MessagePortMain
  }
}

/** An IPC event from a frame that shows `url`; the top frame by default. */
export function ipcEvent(url: string, ports: PortDouble[], from: 'top' | 'embedded' | 'gone' = 'top'): IpcMainEvent {
  const mainFrame = { url }
  const senderFrame = from === 'top' ? mainFrame : from === 'embedded' ? { url } : null
  return { senderFrame, sender: { mainFrame }, ports: ports.map((p) => p.asPort()) } as unknown as IpcMainEvent
}

type Handler = (details: { url: string }) => { action: string }

export class ContentsDouble extends EventEmitter {
  openHandler: Handler = () => ({ action: 'allow' })
  permits: (contents: unknown, permission: string) => boolean = () => true
  readonly session = {
    setPermissionRequestHandler: () => {},
    setPermissionCheckHandler: (check: (contents: unknown, permission: string) => boolean) => {
      this.permits = check
    },
  }
  setWindowOpenHandler(handler: Handler) {
    this.openHandler = handler
  }
  /** Returns whether the navigation was allowed. */
  navigate(url: string): boolean {
    let prevented = false
    this.emit('will-frame-navigate', { url, preventDefault: () => (prevented = true) })
    return !prevented
  }
  asContents(): WebContents {
    return this as unknown as WebContents
  }
}
