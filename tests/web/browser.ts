/** The browser’s part in memory: follows the start address, keeps its cookie, uses HTTP and the bridge. */
import WebSocket from 'ws'
import type { Port } from '../../src/shared/bridge/contract.ts'
import { STUDIO, type StudioClient } from '../../src/shared/bridge/studio.ts'
import { connectBridge } from '../../src/shared/bridge/wire.ts'

export interface Browser {
  origin: string
  cookie: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A tab’s bridge. */
  open(): Promise<{ studio: StudioClient; close(): void; closed: Promise<void> }>
}

/** Opens the address that the start command prints. */
export async function browse(url: string): Promise<Browser> {
  const entered = await fetch(url, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { origin, host } = new URL(url)
  return {
    origin,
    cookie,
    fetch: (path, init = {}) => fetch(`${origin}${path}`, { ...init, headers: { cookie, origin, ...init.headers } }),
    async open() {
      const socket = new WebSocket(`ws://${host}/bridge`, { headers: { cookie, origin } })
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
      })
      const port: Port = {
        post: (message) => socket.send(JSON.stringify(message)),
        onMessage: (listener) => socket.on('message', (data) => listener(JSON.parse(String(data)))),
        onClose: (listener) => socket.on('close', listener),
        close: () => socket.close(),
      }
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      return { studio: connectBridge(STUDIO, port), close: () => socket.terminate(), closed }
    },
  }
}
