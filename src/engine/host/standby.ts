/**
 * Keeps one idle engine child ready, with its libraries and its first inference thread loaded, so that a run or a
 * preview begins without waiting for them.
 */
import type { EngineChild } from './engine-child.ts'

export interface Standby {
  /** Returns the standby child, or a new one; the next standby child is started some time later. */
  take(): EngineChild
  close(): void
}

/** By then the work of the child that was taken has begun, and is not slowed down by the start of the next. */
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
