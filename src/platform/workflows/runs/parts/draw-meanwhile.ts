/** Executes a job while other workers draw its videos. */
import type { EngineRun, RunJob, RunOutcome } from '../../../../shared/engine-contract/job.ts'
import type { JobInParts, PartsTurn } from './run-parts.ts'

export interface Meanwhile extends JobInParts {
  /** Executed when the videos can't be drawn in parts. */
  alone: RunJob
  turn: PartsTurn
  start(job: RunJob): EngineRun
  /** Removes the files of the engine that was stopped. */
  discard(): Promise<void>
}

/** @throws as `draw`, when the engine has ended */
export async function drawMeanwhile({ job, draw, alone, turn, start, discard }: Meanwhile): Promise<RunOutcome> {
  const engineRun = start(job)
  if (!draw) return engineRun.done
  const over = new AbortController()
  const ended = engineRun.done.then((outcome) => {
    over.abort('closing')
    return outcome
  })
  const drawing = draw({ ...turn, signal: AbortSignal.any([turn.signal, over.signal]) })
  try {
    const drawn = await Promise.race([drawing, ended.then(() => null)])
    if (drawn) engineRun.drawn(drawn)
    else if (!over.signal.aborted && !turn.signal.aborted) {
      engineRun.interrupt()
      await ended
      await discard()
      return turn.signal.aborted ? ended : start(alone).done
    }
  } catch (error) {
    engineRun.interrupt()
    await ended
    throw error
  } finally {
    await drawing.catch(() => undefined)
  }
  return ended
}
