/** Calls of an engine child, on the side of its host. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import type { CallMessage, CallName, EngineChild, FromChild, ProgressOf, RequestOf, ResultOf } from './engine-child.ts'
import { type End, errorOf, type Limits, supervise } from './supervise.ts'

let lastId = 0

/** The calls that have no result yet. */
export class PendingCalls {
  readonly #settles = new Map<number, (result: Inspected<unknown>) => void>()

  get size(): number {
    return this.#settles.size
  }

  /** Returns the message to send, and the result that will arrive. */
  add<Name extends CallName>(call: Name, request: RequestOf<Name>) {
    const id = ++lastId
    const result = new Promise<Inspected<unknown>>((resolve) => this.#settles.set(id, resolve))
    return { message: messageOf(call, request, id), result: result as Promise<Inspected<ResultOf<Name>>> }
  }

  /** Takes the result that a message may bring. */
  receive(message: FromChild): void {
    if (message.type !== 'result') return
    this.#settles.get(message.id)?.(message.result)
    this.#settles.delete(message.id)
  }

  /** All of them fail. */
  fail(error: RunError): void {
    for (const [id, settle] of this.#settles) {
      this.#settles.delete(id)
      settle({ ok: false, error })
    }
  }
}

export const messageOf = <Name extends CallName>(call: Name, request: RequestOf<Name>, id = 0): CallMessage =>
  ({ type: 'call', id, call, request }) as CallMessage

/** Supervises a child that has one call, and is ended with its result. */
export const superviseCall = <Name extends CallName>(
  child: EngineChild,
  _call: Name,
  limits: Limits,
  onProgress: (...progress: ProgressOf<Name>) => void = () => undefined,
): Promise<End<Inspected<ResultOf<Name>>>> =>
  supervise(child, limits, (received) => {
    if (received.type === 'progress') onProgress(...(received.progress as ProgressOf<Name>))
    return received.type === 'result' ? (received.result as Inspected<ResultOf<Name>>) : null
  })

export const resultOf = <Result>(end: End<Inspected<Result>>): Inspected<Result> =>
  end.type === 'answered' ? end.answer : { ok: false, error: errorOf(end) }
