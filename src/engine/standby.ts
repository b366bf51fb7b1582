/**
 * Keeps one engine child without work ready: it has its libraries and its first inference thread, so that a run or a
 * preview begins without waiting for them.
 */
import type { EngineChild } from './engine-child.ts'

export interface Standby {
  /** The child that stands by, or a new one; some time later another stands by. */
  take(): EngineChild
  close(): void
}

/** By then the work that a child was taken for has begun, and is not slowed down by the start of the next. */
const AGAIN_MS = 5_000

export function createStandby(fork: () => EngineChild): Standby {
  let ready: EngineChild | null = null
  let again: NodeJS.Timeout | undefined

  function prepare(): void {
    clearTimeout(again)
    if (ready) return
    const child = fork()
    ready = child
    child.onExit(() => {
      if (ready === child) ready = null
    })
    child.send({ type: 'prepare' })
  }

  prepare()
  return {
    take() {
      const child = ready ?? fork()
      ready = null
      clearTimeout(again)
      again = setTimeout(prepare, AGAIN_MS)
      again.unref()
      return child
    },
    close() {
      clearTimeout(again)
      ready?.kill()
    },
  }
}
