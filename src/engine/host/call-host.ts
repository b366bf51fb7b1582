/** Makes the calls of an engine, each in the process that its declaration names. */
import {
  type CallSpec,
  ENGINE_CALLS,
  type EngineCalls,
  type EngineWork,
  type KeptProcess,
} from '../../shared/engine-contract/calls.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import { message, saidOf } from '../../shared/messages/message.ts'
import type { CallName, EngineChild, PlainCallName, RequestOf, ResultOf } from './engine-child.ts'
import { errorOf, type Limits, PendingCalls, resultOf, supervise, superviseCall } from './supervise.ts'

export interface CallHost {
  calls: EngineCalls
  /** A call in a process of its own, which ends with it. */
  once<Name extends PlainCallName>(call: Name, request: RequestOf<Name>): Promise<Inspected<ResultOf<Name>>>
  /** Ends the processes that are kept. */
  close(): void
}

export interface CallHostOptions {
  /** Start a process. */
  begin: Readonly<Record<KeptProcess<never>['start'], () => EngineChild>>
  limits: Limits
}

type Ask = (request: never) => Promise<Inspected<unknown>>

export function createCallHost(options: CallHostOptions): CallHost {
  const kept: { close(): void }[] = []
  const work = (call: CallName) => (request: never, onProgress: (...progress: unknown[]) => void) =>
    workOf(call, request, onProgress, options)
  const once = (call: CallName, request: never) => work(call)(request, () => undefined).done

  function functionOf(call: keyof EngineCalls) {
    const spec: CallSpec<never, unknown> | { type: 'work' } = ENGINE_CALLS[call]
    if (spec.type === 'work') return work(call)
    if (!spec.kept) return (request: never) => once(call, request)
    const calls = keptCalls(call, spec.kept, options)
    kept.push(calls)
    return calls.ask
  }

  const names = Object.keys(ENGINE_CALLS) as (keyof EngineCalls)[]
  return {
    calls: Object.fromEntries(names.map((name) => [name, functionOf(name)])) as unknown as EngineCalls,
    once: once as CallHost['once'],
    close() {
      for (const { close } of kept) close()
    },
  }
}

function workOf(
  call: CallName,
  request: never,
  onProgress: (...progress: unknown[]) => void,
  { begin, limits }: CallHostOptions,
): EngineWork<unknown> {
  const child = begin.prepared()
  const ended = superviseCall(child, call, request, limits, onProgress)
  return { done: ended.then(resultOf), cancel: () => child.kill() }
}

const CLOSED: Inspected<never> = {
  ok: false,
  error: { code: 'interrupted', ...saidOf(message('engine.interrupted')), node_id: null },
}

/** The memory of an idle process is needed elsewhere. */
const IDLE_MS = 60_000

/** Keeps one engine child, with what it has open, while calls come. */
class KeptChild {
  readonly #begin: () => EngineChild
  readonly #limits: Limits
  #open: { child: EngineChild; pending: PendingCalls } | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(begin: () => EngineChild, limits: Limits) {
    this.#begin = begin
    this.#limits = limits
  }

  /** Never rejects; when the child dies, its pending calls fail, and the next call starts another child. */
  request(call: CallName, request: never): Promise<Inspected<unknown>> {
    clearTimeout(this.#idle)
    this.#open ??= this.#start()
    const { child, pending } = this.#open
    const { message, result } = pending.add(call, request)
    child.send(message)
    return result
  }

  /** Ends the child. */
  close(): void {
    clearTimeout(this.#idle)
    this.#open?.child.kill()
    this.#open = null
  }

  #start() {
    const pending = new PendingCalls()
    const open = { child: this.#begin(), pending }
    const watched = supervise<never>(open.child, this.#limits, (received) => {
      pending.receive(received)
      if (received.type === 'result' && pending.size === 0 && this.#open === open) this.#rest()
      return null
    })
    void watched.then((end) => {
      if (this.#open === open) this.#open = null
      if (end.type !== 'answered') pending.fail(errorOf(end))
    })
    return open
  }

  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS)
    this.#idle.unref()
  }
}

interface Lane {
  child: KeptChild
  /** Resolves when the last request of the lane has its result. */
  turn: Promise<unknown>
}

function keptCalls(
  call: CallName,
  { start, isOneByOne, stalledMs = Number.POSITIVE_INFINITY, laneOf = () => '' }: KeptProcess<never>,
  { begin, limits }: CallHostOptions,
): { ask: Ask; close(): void } {
  const patience = { ...limits, stalledMs: Math.min(limits.stalledMs, stalledMs) }
  const lanes = new Map<string, Lane>()
  let isClosed = false

  function laneFor(name: string): Lane {
    const lane = lanes.get(name) ?? { child: new KeptChild(begin[start], patience), turn: Promise.resolve() }
    lanes.set(name, lane)
    return lane
  }

  return {
    ask(request) {
      const lane = laneFor(laneOf(request))
      const ask = async () => (isClosed ? CLOSED : lane.child.request(call, request))
      if (!isOneByOne) return ask()
      const result = lane.turn.then(ask)
      lane.turn = result
      return result
    },
    close() {
      isClosed = true
      for (const { child } of lanes.values()) child.close()
    },
  }
}
