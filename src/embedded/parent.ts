/** The process that started this one, over the channel of `child_process.fork`. */

export interface Parent {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the parent has died or closed its channel to this process. */
  onGone(listener: () => void): void
}

/** Returns null when the process was started by hand. */
export function findParent(): Parent | null {
  if (!process.send) return null
  return {
    // The channel can close while a message is being sent; `onGone` reports that.
    post: (message) => process.send?.(message, () => {}),
    onMessage: (listener) => process.on('message', listener),
    onGone(listener) {
      process.on('disconnect', listener)
      // A parent that died while this process started was not heard.
      if (process.connected === false) listener()
    },
  }
}
