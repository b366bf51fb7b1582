/** Reads the frames of a run and sends them through its pipeline. */
import type { FrameMoment } from '../../shared/domain/run.ts'
import { atFrame, RunFailure } from '../core/run-failure.ts'
import { Semaphore } from '../core/semaphore.ts'
import { attributed } from '../core/watchdog.ts'
import type { Frame } from '../media/frame.ts'
import type { Checkpointer } from './checkpointer.ts'
import type { LiveRun } from './live-run.ts'
import type { OpenRun } from './open-run.ts'
import { sendReady } from './send-ready.ts'

/** Frames in flight in addition to those that models process. */
const SPARE_FRAMES = 4

/** Sends every frame to the pipeline, with a bounded number in flight; returns when all are done. */
export async function readFrames(
  { reader, sourceId, pipeline, workers }: Pick<OpenRun, 'reader' | 'sourceId' | 'pipeline' | 'workers'>,
  live: Pick<LiveRun, 'framesDone'>,
  signal: AbortSignal,
  checkpointer: Checkpointer | null = null,
): Promise<void> {
  if (reader.ready) return await sendReady(reader.ready(), pipeline, live.framesDone.bind(live), signal)
  const inFlight = new Semaphore(workers + SPARE_FRAMES)
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  /** The frame that is read next; its time is unknown until it is read, so it has the time of the previous one. */
  let upcoming: FrameMoment | null = null
  const send = (frame: Frame) => {
    const { ptsS, index } = frame
    upcoming = { index: index + 1, time_s: ptsS }
    const work = (pipeline.send(frame) ?? Promise.resolve())
      .then(() => live.framesDone(1, ptsS))
      .catch((error: unknown) => void failures.push(atFrame(error, { index, time_s: ptsS })))
      .finally(() => {
        underWay.delete(work)
        inFlight.release()
      })
    underWay.add(work)
  }
  const sendAndAwaitAll = async (frame: Frame) => {
    send(frame)
    await Promise.all(underWay)
    if (failures.length > 0) throw failures[0]
  }
  const frames = reader.frames()[Symbol.asyncIterator]()
  try {
    for (;;) {
      await inFlight.acquire()
      // Decoding is synchronous: without this pause, messages (cancel, results) would wait for it to end.
      await new Promise(setImmediate)
      if (failures.length > 0 || signal.aborted) break
      const startedAt = performance.now()
      const next = await attributed(sourceId, frames.next())
      pipeline.tally(sourceId).busyMs += performance.now() - startedAt
      if (next.done) break
      if (!checkpointer?.isDueAfter(next.value)) send(next.value)
      else checkpointer.after(next.value, sendAndAwaitAll).catch((error: unknown) => void failures.push(error))
    }
  } catch (error) {
    throw upcoming ? atFrame(error, upcoming) : error
  } finally {
    await Promise.allSettled(underWay)
    await frames.return?.()
  }
  if (failures.length > 0) throw earliest(failures)
}

/** Frames are processed concurrently, so a later one may have failed before the first one that fails. */
function earliest(failures: readonly unknown[]): unknown {
  const frameOf = (failure: unknown) => (failure instanceof RunFailure ? failure.frame?.index : null) ?? Infinity
  return failures.reduce((first, other) => (frameOf(other) < frameOf(first) ? other : first))
}
