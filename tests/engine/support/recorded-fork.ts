import type { FromChild } from '../../../src/engine/host/child-messages.ts'
import { type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'

type Beat = Extract<FromChild, { type: 'beat' }>

/** Starts engine processes whose beats are recorded, oldest first: one a second, with their activity and busy block. */
export function recordedFork(): { fork: ForkFn; beats: Beat[] } {
  const beats: Beat[] = []
  const fork: ForkFn = (entry, env) => {
    const child = forkChild(entry, env)
    child.onMessage((message) => {
      if (message.type === 'beat') beats.push(message)
    })
    return child
  }
  return { fork, beats }
}
