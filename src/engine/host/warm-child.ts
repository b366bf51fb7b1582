/** Keeps one engine child, with what it has open, while requests of a kind come. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import type { FromChild, ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import { type End, type Limits, supervise } from './supervise.ts'

export interface WarmChild<Job, Result> {
  /** Never rejects; when a child dies, its pending requests fail, and the next request starts another child. */
  request(job: Job): Promise<Inspected<Result>>
  close(): void
}

export interface WarmChildOptions<Job, Result> {
  begin(first: ToChild): EngineChild
  limits: Limits
  lossOf(end: End): RunError
  ask(id: number, job: Job): ToChild
  /** The id and the result of a reply; null for other messages. */
  reply(message: FromChild): { id: number; result: Inspected<Result> } | null
}

/** Its memory is needed elsewhere once nobody asks. */
const IDLE_MS = 60_000

export function createWarmChild<Job, Result>(options: WarmChildOptions<Job, Result>): WarmChild<Job, Result> {
  const { begin, limits, lossOf, ask, reply } = options
  let child: EngineChild | null = null
  let idle: NodeJS.Timeout | undefined
  let requests = 0
  const owed = new Map<number, (result: Inspected<Result>) => void>()

  function start(first: ToChild): EngineChild {
    const started = begin(first)
    const watched = supervise(started, limits, (message) => {
      const replied = reply(message)
      if (!replied) return
      owed.get(replied.id)?.(replied.result)
      owed.delete(replied.id)
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
      const result = new Promise<Inspected<Result>>((resolve) => owed.set(id, resolve))
      const message = ask(id, job)
      if (child) child.send(message)
      else child = start(message)
      return result
    },
    close,
  }
}
