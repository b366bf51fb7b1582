/** Records the outputs of a run's source, models and trackers, for later runs. */

import type { Frame } from '../media/frame.ts'
import type { Executor, Outputs, Packet } from '../nodes/executor.ts'
import { recordDetections } from './detection-tape.ts'
import type { TapeStore, UnfinishedTape } from './tape-store.ts'
import { recordTimeline } from './timeline.ts'

/** One tape that never blocks the run: an error ends the recording, not the run. */
export interface Recorder {
  recorded(executor: Executor): Executor
  /** True when the tape was kept. `end` is called only if everything else succeeded. */
  keep(frames: number, end: () => object): boolean
  discard(): void
}

interface Writer<T> {
  put(one: T): void
  flush(): void
}

function recorder<T>(
  store: TapeStore,
  key: string,
  writerOn: (tape: UnfinishedTape) => Writer<T>,
  /** Returns undefined when this frame can't be recorded. */
  contentOf: (frame: Frame, outputs: Outputs) => T | undefined,
  first: number,
): Recorder {
  let tape: UnfinishedTape | null = null
  const discard = () => {
    try {
      tape?.discard()
    } catch {
      // The next sweep removes it.
    }
    tape = null
  }
  const attempt = (work: () => void): boolean => {
    try {
      work()
      return true
    } catch {
      discard()
      return false
    }
  }
  let writer: Writer<T> | null = null
  attempt(() => {
    tape = store.begin(key)
    writer = writerOn(tape)
  })
  /** Finished before earlier frames. */
  const early = new Map<number, T>()
  let next = first
  const take = (frame: Frame, outputs: Outputs) => {
    if (!tape) return
    const content = contentOf(frame, outputs)
    if (content === undefined) return discard()
    early.set(frame.index, content)
    attempt(() => {
      for (let one = early.get(next); one !== undefined; one = early.get(next)) {
        early.delete(next++)
        writer?.put(one)
      }
    })
  }
  return {
    recorded: (executor) => ({
      ...executor,
      process(input) {
        const outputs = executor.process(input)
        if (!(outputs instanceof Promise)) {
          take(input.frame, outputs)
          return outputs
        }
        return outputs.then((done) => {
          take(input.frame, done)
          return done
        })
      },
    }),
    keep(frames, end) {
      if (!tape || early.size > 0 || next !== first + frames) {
        discard()
        return false
      }
      return attempt(() => {
        writer?.flush()
        tape?.keep(end())
        tape = null
      })
    },
    discard,
  }
}

/** `first`: number of the first frame that is recorded, here and below. */
export const detectionRecorder = (store: TapeStore, key: string, first = 0): Recorder =>
  recorder(
    store,
    key,
    ({ writer }) => {
      const tape = recordDetections(writer)
      return { put: ({ found }: { found: Parameters<typeof tape.put>[0] }) => tape.put(found), flush: tape.flush }
    },
    (_frame, outputs) => {
      const ports = Object.keys(outputs)
      if (ports.length === 0) return { found: null }
      const packet = outputs.detections as Packet | undefined
      return ports.length === 1 && packet?.type === 'detections' ? { found: packet.detections } : undefined
    },
    first,
  )

export const timelineRecorder = (store: TapeStore, key: string, first = 0): Recorder =>
  recorder(
    store,
    key,
    ({ writer }) => recordTimeline(writer),
    ({ ptsS, width, height, source }) => ({ ptsS, width, height, source }),
    first,
  )
