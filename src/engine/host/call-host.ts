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
import { parallelProcesses } from './memory-limit.ts'
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

/** Hands the requests of a lane to its processes, of which each has one at a time: one that ends its process fails alone. */
function createTurns(open: () => KeptChild, most: number) {
  const idle: KeptChild[] = []
  const waiting: ((child: KeptChild) => void)[] = []
  let opened = 0

  /** The process that worked last comes first, so that those that are not needed end. */
  function free(): KeptChild | Promise<KeptChild> {
    const child = idle.pop()
    if (child) return child
    if (opened === most) return new Promise((resolve) => waiting.push(resolve))
    opened++
    return open()
  }

  return async <T>(use: (child: KeptChild) => Promise<T>): Promise<T> => {
    const child = await free()
    try {
      return await use(child)
    } finally {
      const next = waiting.shift()
      if (next) next(child)
      else idle.push(child)
    }
  }
}

function keptCalls(
  call: CallName,
  {
    start,
    isOneByOne,
    isParallel = false,
    stalledMs = Number.POSITIVE_INFINITY,
    laneOf = () => '',
  }: KeptProcess<never>,
  { begin, limits }: CallHostOptions,
): { ask: Ask; close(): void } {
  const patience = { ...limits, stalledMs: Math.min(limits.stalledMs, stalledMs) }
  const most = isParallel ? parallelProcesses() : 1
  const children: KeptChild[] = []
  const lanes = new Map<string, (request: never) => Promise<Inspected<unknown>>>()
  let isClosed = false

  function open(): KeptChild {
    const child = new KeptChild(begin[start], patience)
    children.push(child)
    return child
  }

  function newLane() {
    const ask = async (child: KeptChild, request: never) => (isClosed ? CLOSED : child.request(call, request))
    if (isOneByOne) {
      const inTurn = createTurns(open, most)
      return (request: never) => inTurn((child) => ask(child, request))
    }
    const child = open()
    return (request: never) => ask(child, request)
  }

  return {
    ask(request) {
      const name = laneOf(request)
      const lane = lanes.get(name) ?? newLane()
      lanes.set(name, lane)
      return lane(request)
    },
    close() {
      isClosed = true
      for (const child of children) child.close()
    },
  }
}
