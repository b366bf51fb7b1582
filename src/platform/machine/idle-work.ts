/** Small pieces of work that no request should wait for, executed one by one once the server has listened for a while. */
export interface IdleWork {
  add(piece: () => void): void
  start(): void
  stop(): void
}

/** Before the first piece: a command that opens a platform for a few calls has ended by then. */
const AFTER_MS = 2000
/** Between two pieces. */
const EVERY_MS = 50

export function createIdleWork(): IdleWork {
  const pieces: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    const piece = pieces.shift()
    if (!piece) return
    piece()
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
