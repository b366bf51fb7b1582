import { type ForkFn, type FromChild, forkChild } from '../../../src/engine/host/engine-child.ts'

type Beat = Extract<FromChild, { type: 'beat' }>
const NO_USAGE = { cpuShare: 0, memoryBytes: 0 }

/**
 * Starts engine processes whose beats are recorded, oldest first: one a second, with their activity and busy block. Until
 * `isDone`, their host sees progress several times a second, however slowly they start.
 */
export function recordedFork(isDone = (_beats: readonly Beat[]) => true): { fork: ForkFn; beats: Beat[] } {
  const beats: Beat[] = []
  const fork: ForkFn = (entry, env) => {
    const child = forkChild(entry, env)
    const listeners: ((message: FromChild) => void)[] = []
    child.onMessage((message) => {
      if (message.type === 'beat') beats.push(message)
    })
    let moves = 0
    const moving = setInterval(() => {
      if (isDone(beats)) return clearInterval(moving)
      for (const listener of listeners) listener({ type: 'beat', activity: -2 - moves, node: null, usage: NO_USAGE })
      moves++
    }, 100)
    child.onExit(() => clearInterval(moving))
    return {
      ...child,
      onMessage(listener) {
        listeners.push(listener)
        child.onMessage(listener)
      },
    }
  }
  return { fork, beats }
}

/** True when the block has been at work from one beat to the next, and nothing has moved. */
export function isStuckAt(block: string, beats: readonly Beat[]): boolean {
  const [before, last] = beats.slice(-2)
  return last?.node === block && last.activity === before?.activity
}
