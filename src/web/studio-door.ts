/** The Studio of a server over HTTP and a WebSocket, for people whom the server has signed in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { FILES_BASE, UPLOAD_URL } from '../app/files.ts'
import { COMMON_HEADERS } from '../app/page.ts'
import { createServedStudio, type ServedStudioOptions } from '../app/served-studio.ts'
import { BRIDGE_PATH, SESSION_PATH } from '../shared/bridge/page-connection.ts'
import type { Visitor } from '../shared/bridge/visitor.ts'
import { MAX_MESSAGE_BYTES, sendResponse, socketPort, type TakeMemory, toRequest } from './node-http.ts'

export function createStudioDoor(options: ServedStudioOptions) {
  const studio = createServedStudio(options)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })

  /** A page that can't connect asks here whether its session has ended. */
  async function responseTo(visitor: Visitor, request: Request): Promise<Response> {
    if (new URL(request.url).pathname === SESSION_PATH) return Response.json(visitor.account)
    return studio.handle(request, visitor)
  }

  return {
    reads: ['/', '/index.html', '/assets/*', `${FILES_BASE}/*`],
    writes: [UPLOAD_URL],
    bridge: BRIDGE_PATH,
    async answer(visitor: Visitor, message: IncomingMessage, out: ServerResponse): Promise<void> {
      const response = await responseTo(visitor, toRequest(message, out)).catch((error) => {
        if (!out.destroyed) options.log(`${message.method} ${message.url?.split('?')[0]}: ${String(error)}`)
        return new Response('Something went wrong inside Sightline.', { status: 500 })
      })
      for (const [name, value] of Object.entries(COMMON_HEADERS)) out.setHeader(name, value)
      // Otherwise a rejected caller could send its body forever.
      if (!message.complete) out.setHeader('connection', 'close')
      await sendResponse(response, out)
    },
    connect(
      visitor: Visitor,
      message: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      { takeMemory, onEnd }: { takeMemory: TakeMemory; onEnd(): void },
    ): () => void {
      sockets.handleUpgrade(message, socket, head, (bridge) => studio.connect(socketPort(bridge, takeMemory), visitor))
      socket.once('close', onEnd)
      return () => socket.destroy()
    },
  }
}
