/** Stores the log lines and pictures of a run of this process while somebody follows it on another machine. */
import type { EngineRun } from '../../../shared/engine-contract/job.ts'
import type { Claim, JobContext } from '../../work/jobs/job.ts'
import type { RunFeed } from './run-feed.ts'
import type { RunLive } from './run-live.ts'

const EVERY_MS = 1000

interface Published {
  claim: Claim
  feed: RunFeed
  isWatched: JobContext['isWatched']
  /** Null before the engine has started. */
  engineRun(): EngineRun | null
}

/** Call the returned function when the run is this process's no longer. */
export function publishLive(live: RunLive, { claim, feed, isWatched, engineRun }: Published): () => Promise<void> {
  let last = Promise.resolve()
  let isBusy = false
  let isStored = false
  async function store(): Promise<void> {
    isBusy = true
    try {
      await live.store(claim, feed.lines(), (await engineRun()?.picture()) ?? null)
      isStored = true
    } catch {
      // The next one is due in a second.
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => {
    if (isWatched() && !isBusy) last = store()
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await last
    if (isStored) await live.remove(claim.id).catch(() => undefined)
  }
}
