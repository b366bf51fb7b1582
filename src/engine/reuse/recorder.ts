/** Records what a run's sources, models and trackers put out, for later runs. */
import type { Executor } from '../blocks/executor.ts'
import type { Frame } from '../media/frame.ts'
import type { Outputs, Packet } from '../runtime/packet.ts'
import { recordDetections } from './detection-tape.ts'
import type { TapeStore, UnfinishedTape } from './tape-store.ts'
import { recordTimeline } from './timeline.ts'

/** One tape that is never an obstacle: what goes wrong with it ends the recording, not the run. */
export interface Recorder {
  recorded(executor: Executor): Executor
  /** True when it was kept. `end` is asked for when everything else was well. */
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
  /** Undefined when this can't be recorded. */
  contentOf: (frame: Frame, outputs: Outputs) => T | undefined,
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
  /** Done before frames that come before them. */
  const early = new Map<number, T>()
  let next = 0
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
      if (!tape || early.size > 0 || next !== frames) {
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

export const detectionRecorder = (store: TapeStore, key: string): Recorder =>
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
  )

export const timelineRecorder = (store: TapeStore, key: string): Recorder =>
  recorder(
    store,
    key,
    ({ writer }) => recordTimeline(writer),
    ({ ptsS, width, height, source }) => ({ ptsS, width, height, source }),
  )
