/** The Studio for signed-in people, as its embedder serves it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Visitor } from '../../shared/bridge/visitor.ts'

export interface StudioDoor {
  /** Paths of the page and its files; `*` stands for the rest of a path. */
  readonly reads: readonly string[]
  /** Paths to which the page puts files. */
  readonly writes: readonly string[]
  /** Path of the page's WebSocket. */
  readonly bridge: string
  /** Answers a request of this person to one of the paths. */
  answer(visitor: Visitor, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Accepts the WebSocket; `onEnd` is called once, when it has closed. Returns what ends it. */
  connect(visitor: Visitor, request: IncomingMessage, socket: Duplex, head: Buffer, onEnd: () => void): () => void
}
