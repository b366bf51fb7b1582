/** Keeps one engine child, with what it has open, while calls come. */
import type { Inspected } from '../../shared/engine-contract/job.ts'
import { PendingCalls } from './child-calls.ts'
import type { CallName, ToChild } from './child-messages.ts'
import type { EngineChild } from './engine-child.ts'
import { errorOf, type Limits, supervise } from './supervise.ts'

/** The memory of an idle process is needed elsewhere. */
const IDLE_MS = 60_000

export class KeptChild {
  readonly #begin: (first: ToChild) => EngineChild
  readonly #limits: Limits
  #open: { child: EngineChild; pending: PendingCalls } | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(begin: (first: ToChild) => EngineChild, limits: Limits) {
    this.#begin = begin
    this.#limits = limits
  }

  /** Never rejects; when the child dies, its pending calls fail, and the next call starts another child. */
  request(call: CallName, request: never): Promise<Inspected<unknown>> {
    clearTimeout(this.#idle)
    const pending = this.#open?.pending ?? new PendingCalls()
    const { message, result } = pending.add(call, request)
    if (this.#open) this.#open.child.send(message)
    else this.#start(message, pending)
    return result
  }

  /** Ends the child. */
  close(): void {
    clearTimeout(this.#idle)
    this.#open?.child.kill()
    this.#open = null
  }

  #start(first: ToChild, pending: PendingCalls): void {
    const open = { child: this.#begin(first), pending }
    this.#open = open
    const watched = supervise<never>(open.child, this.#limits, (received) => {
      pending.receive(received)
      if (received.type === 'result' && pending.size === 0 && this.#open === open) this.#rest()
      return null
    })
    void watched.then((end) => {
      if (this.#open === open) this.#open = null
      if (end.type !== 'answered') pending.fail(errorOf(end))
    })
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS)
    this.#idle.unref()
  }
}
