/** Small pieces of work that no request should wait for, executed one by one while the server has nothing else to do. */
export interface IdleWork {
  add(piece: () => void): void
  start(): void
  stop(): void
}

/** Before the first piece: a command that opens a platform for a few calls has ended by then. */
const AFTER_MS = 2000
/** Between two pieces, and after the last request. */
const EVERY_MS = 50

/** `isBusy`: returns whether a request is being answered. */
export function createIdleWork(isBusy: () => boolean): IdleWork {
  const pieces: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    // A busy server compiles what it needs with the first request that needs it.
    if (!isBusy()) pieces.shift()?.()
    if (pieces.length === 0) return
    timer = setTimeout(next, EVERY_MS).unref()
  }

  return {
    add: (piece) => void pieces.push(piece),
    start() {
      timer = setTimeout(next, AFTER_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
