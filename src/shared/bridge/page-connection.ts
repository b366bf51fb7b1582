/**
 * The connection of a page to its host. In Electron the page posts itself one end of a channel; elsewhere it opens a
 * WebSocket.
 */

/** Path below the origin of the page. */
export const BRIDGE_PATH = '/bridge'

/** Path of the browser's session in the web host, below the origin of the page; see `session.ts`. */
export const SESSION_PATH = '/session'

/**
 * In Electron: `window.postMessage(BRIDGE_PORT, window.origin, [port])`. The preload passes the port on, and the
 * host replies over it.
 */
export const BRIDGE_PORT = 'sightline:port'

/** In Electron: the preload sends the path of a file that the user dropped. A page has no way to send it. */
export const CHOSEN_PATH = 'sightline:chosen-path'

/** The object that the preload exposes as `window.sightline`; its presence shows that the page runs in Electron. */
export interface SightlineWindow {
  /** The path of a file that was picked or dropped, or an empty string when it has none. */
  pathForFile(file: object): string
}
