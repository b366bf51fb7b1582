/** A run that starts once its devices are known. */
import { emptyCounts, emptyProgress, type RunError } from '../../../shared/domain/run.ts'
import type { EngineRun, RunOutcome } from '../../../shared/engine-contract/job.ts'
import { asRunFailure, toRunError } from '../../core/run-failure.ts'

/** `begin` resolves to a function that starts the run, and is not called for a run that was stopped before. */
export function deferredRun(
  begin: () => Promise<() => EngineRun>,
  interruption: RunError,
  resumable: boolean,
): EngineRun {
  let run: EngineRun | null = null
  let settle: (outcome: RunOutcome) => void = () => undefined
  const done = new Promise<RunOutcome>((resolve) => {
    settle = resolve
  })
  let isStopped = false
  let drawn: readonly string[] | null = null
  const stop = (status: 'cancelled' | 'error', error: RunError | null) => {
    isStopped = true
    const nothing = { progress: emptyProgress(), nodes: {}, counts: emptyCounts(), artifacts: [] }
    settle({ ...nothing, status, error, resumable: error !== null && resumable })
  }
  begin()
    .then((start) => {
      if (isStopped) return
      run = start()
      if (drawn) run.drawn(drawn)
      void run.done.then(settle)
    })
    .catch((error: unknown) => stop('error', toRunError(asRunFailure(error, null))))
  return {
    done,
    get pid() {
      return run?.pid
    },
    picture: async () => run?.picture() ?? null,
    drawn(folders) {
      if (run) run.drawn(folders)
      else drawn = folders
    },
    cancel() {
      if (run) run.cancel()
      else stop('cancelled', null)
    },
    interrupt() {
      if (run) run.interrupt()
      else stop('error', interruption)
    },
  }
}
