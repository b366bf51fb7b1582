/** How a page reaches its host. In Electron it posts itself one end of a channel; elsewhere it opens a WebSocket. */

/** Below the origin of the page. */
export const BRIDGE_PATH = '/bridge'

/** Of the web host, below the origin of the page: the browser's session, see `session.ts`. */
export const SESSION_PATH = '/session'

/**
 * In Electron: `window.postMessage(BRIDGE_HANDOVER, window.origin, [port])`. The preload passes the port on, and the
 * host answers on it.
 */
export const BRIDGE_HANDOVER = 'sightline:port'

/** What the preload puts on `window.sightline`, and the sign that the page runs in Electron. */
export interface SightlineWindow {
  /** The path of a file that was picked or dropped, or an empty string when it has none. */
  pathForFile(file: object): string
}
