/** Keeps one engine child for previews, with its frames and models, while previews are requested. */

import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import type { Preview, PreviewJob } from '../../shared/engine-contract/preview.ts'
import type { ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import { type End, type Limits, supervise } from './supervise.ts'

export interface Previews {
  /** Never rejects; when a child dies, its pending previews fail, and the next request starts another child. */
  request(job: PreviewJob): Promise<Inspected<Preview>>
  close(): void
}

const IDLE_MS = 60_000
/** A preview that takes longer counts as hung. */
const STALLED_MS = 60_000

export function createPreviews(
  begin: (first: ToChild) => EngineChild,
  limits: Limits,
  lossOf: (end: End) => RunError,
): Previews {
  let child: EngineChild | null = null
  let idle: NodeJS.Timeout | undefined
  let requests = 0
  const owed = new Map<number, (result: Inspected<Preview>) => void>()

  function start(first: ToChild): EngineChild {
    const started = begin(first)
    const watched = supervise(started, { ...limits, stalledMs: Math.min(limits.stalledMs, STALLED_MS) }, (message) => {
      if (message.type !== 'previewed') return
      owed.get(message.id)?.(message.result)
      owed.delete(message.id)
      if (owed.size === 0) rest()
    })
    void watched.then((end) => {
      if (child === started) child = null
      for (const [id, settle] of owed) {
        owed.delete(id)
        settle({ ok: false, error: lossOf(end) })
      }
    })
    return started
  }

  function rest(): void {
    clearTimeout(idle)
    idle = setTimeout(() => close(), IDLE_MS)
    idle.unref()
  }

  function close(): void {
    clearTimeout(idle)
    child?.kill()
    child = null
  }

  return {
    request(job) {
      clearTimeout(idle)
      const id = requests++
      const result = new Promise<Inspected<Preview>>((resolve) => owed.set(id, resolve))
      const message: ToChild = { type: 'preview', id, job }
      if (child) child.send(message)
      else child = start(message)
      return result
    },
    close,
  }
}
