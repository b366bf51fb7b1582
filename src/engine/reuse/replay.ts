import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { type Executor, NOTHING } from '../nodes/executor.ts'
import { playDetections } from './detection-tape.ts'
import type { Tape } from './tape-file.ts'

/** Replays the tape, frame by frame from the first. `busyMs`: time that the recorded work took in parts of this run. */
export function replayExecutor(tape: Tape, busyMs = 0): Executor {
  const frames = playDetections(tape.chunks())
  let next = 0
  return {
    replays: true,
    busyMs: () => busyMs,
    process({ frame }) {
      const played = frames.next()
      if (played.done || frame.index !== next++) {
        throw new RunFailure('block_failed', message('engine.stale_cache'))
      }
      return played.value === null ? NOTHING : { detections: { type: 'detections', detections: played.value } }
    },
    close: () => tape.close(),
  }
}
