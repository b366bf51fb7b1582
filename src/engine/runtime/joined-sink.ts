/** A sink whose videos are drawn elsewhere while the run measures. */
import type { Executor } from '../nodes/executor.ts'
import { NOTHING } from '../nodes/packet.ts'

const BEAT_MS = 1000

export interface JoinedSink {
  /** Folders with the videos of the parts. */
  drawn: Promise<readonly string[]>
  /** Creates the sink as it is after the last frame. */
  create(folders: readonly string[]): Promise<Executor>
  onActivity(): void
}

/** Waits for the videos when the last frame has been measured, and only completes them. */
export function joinedSink({ drawn, create, onActivity }: JoinedSink): Executor {
  let sink: Executor | null = null
  return {
    process: () => NOTHING,
    async finish(late, endS) {
      const beat = setInterval(onActivity, BEAT_MS)
      try {
        sink = await create(await drawn)
      } finally {
        clearInterval(beat)
      }
      return (await sink.finish?.(late, endS)) ?? []
    },
    close: async () => sink?.close?.(),
  }
}
