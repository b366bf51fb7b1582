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
  /** Accepts the WebSocket of a page. Returns what ends it. */
  connect(visitor: Visitor, request: IncomingMessage, socket: Duplex, head: Buffer, bridge: BridgeHooks): () => void
}

export interface BridgeHooks {
  /** Reserves memory for the values of a message. Returns a function that releases it, or null if too little is free. */
  takeMemory(bytes: number): (() => void) | null
  /** Called once, when the WebSocket has closed. */
  onEnd(): void
}
