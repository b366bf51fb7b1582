/**
 * The messages between an app and the platform process that it starts: plain objects, sent as structured clones or
 * JSON.
 */
import type { MessageText } from '../messages/message.ts'

/** The first message; or, as JSON, the process's only argument. */
export interface PlatformStart {
  type: 'start'
  dataDir: string
  resourcesDir: string
  version: string
  /** Loopback by default. */
  host?: string
  /** 0, the default, picks a free port. */
  port?: number
  /** True when `file://` URLs are source handles: for an app on the user's own machine. */
  allowLocalFiles: boolean
}

export type ToPlatformProcess =
  | PlatformStart
  /** The app has lost its key: it gets a new one, and the old one stops working. */
  | { type: 'mint-key' }
  | { type: 'stop' }

export type FromPlatformProcess =
  /** `apiKey` is the app's owner key on the first start, and null afterwards because it cannot be read again. */
  | { type: 'ready'; baseUrl: string; apiKey: string | null }
  | { type: 'key'; apiKey: string }
  /** The process exits after this. `data_dir_in_use` when another app uses the folder. */
  | { type: 'failed'; code: 'data_dir_in_use' | 'port_in_use' | 'internal'; message: string; text?: MessageText }
