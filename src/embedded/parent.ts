/** The parent of this process: an Electron app (utilityProcess.fork) or a Node one (child_process.fork). */

export interface Parent {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent has died or closed its channel to this process. */
  onGone(listener: () => void): void
}

/** Electron's type, by shape: this layer does not depend on Electron. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** Null when the process was started by hand. */
export function findParent(): Parent | null {
  const port = (process as unknown as { parentPort?: ParentPort | null }).parentPort
  if (port) {
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
      onGone: (listener) => port.on('close', listener),
    }
  }
  if (!process.send) return null
  return {
    // The channel can close while a message is being sent; `onGone` reports that.
    post: (message) => process.send?.(message, () => {}),
    onMessage: (listener) => process.on('message', listener),
    onGone: (listener) => process.on('disconnect', listener),
  }
}
