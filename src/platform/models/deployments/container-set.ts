/**
 * The containers of one deployment, which are processes that keep its model open, and the requests that wait for them. A
 * free container takes what waits. Containers are started at once, and end when they have been idle for a while.
 */
import type { ApiError } from '../../../shared/api/errors.ts'
import type { RunError } from '../../../shared/domain/run.ts'
import type { Inspected } from '../../../shared/engine-contract/job.ts'
import type { ModelServer, Prediction, PredictOptions, ServedImage } from '../../../shared/engine-contract/serving.ts'
import { type Message, message, paramOf, saidOf } from '../../../shared/messages/message.ts'
import { RetryLater } from '../../http/errors.ts'

export interface SetSettings {
  min: number
  max: number
  /** Time without a request before a container ends. */
  windowMs: number
  /** Images that a container works on at a time. */
  batch: number
  /** False for a model that is yet to be opened once, whatever `min` is. */
  isProven: boolean
}

export interface SetHooks {
  /** Starts a container. */
  open(): ModelServer
  /** A container is open: the first one, or another one after it. */
  opened(): void
  /** The number of open containers changed. */
  running(containers: number): void
  /** Nothing is started any more. */
  failed(reason: Message): void
}

export interface ContainerSet {
  /**
   * A failure of the image or the model is a result.
   * @throws ApiError deployment_busy, or that of `stop`
   */
  predict(image: ServedImage, options: PredictOptions, signal: AbortSignal): Promise<Inspected<Prediction>>
  readonly containers: number
  /** Requests that wait or run. */
  readonly queued: number
  /** Process ids, for supervision and tests. */
  readonly pids: readonly number[]
  /** Ends all containers at once; requests fail with the error. */
  stop(error: ApiError): void
}

export const QUEUED_PER_CONTAINER = 64
export const WAIT_MS = 30_000
const EXITS = 5
const EXITS_WITHIN_MS = 60_000
const TRIES = 2
/** Containers that end together, as when the memory is full, are known to have ended one after the other. */
const SETTLE_MS = 100

interface Request {
  image: ServedImage
  options: PredictOptions
  tries: number
  resolve(result: Inspected<Prediction>): void
  reject(error: Error): void
}

interface Container {
  server: ModelServer
  isOpen: boolean
  working: number
  idleSince: number
}

const isLoss = ({ code }: RunError): boolean => code === 'engine_died' || code === 'engine_hung'

export function createContainerSet(settings: SetSettings, hooks: SetHooks, waitMs = WAIT_MS): ContainerSet {
  const { min, max, windowMs, batch } = settings
  let containers: Container[] = []
  let queue: Request[] = []
  let exits: number[] = []
  let { isProven } = settings
  let stopped: ApiError | null = null
  let idle: NodeJS.Timeout | undefined
  /** No request is given to a container before this time: it could have ended with another. */
  let settledAt = 0

  const requests = () => queue.length + containers.reduce((sum, { working }) => sum + working, 0)
  const wanted = () => Math.min(max, Math.max(min, isProven ? 0 : 1, Math.ceil(requests() / (2 * batch))))

  function scale(): void {
    if (stopped) return
    const want = wanted()
    while (containers.length < want && !stopped) start()
    dispatch(want)
    endIdle(want)
  }

  function start(): void {
    const server = hooks.open()
    const container: Container = { server, isOpen: false, working: 0, idleSince: performance.now() }
    containers.push(container)
    void server.ready.then((result) => {
      if (!containers.includes(container)) return
      if (!result.ok) return isLoss(result.error) ? lost(container, result.error) : fail(notOpened(result.error))
      container.isOpen = true
      container.idleSince = performance.now()
      isProven = true
      hooks.running(openOnes().length)
      hooks.opened()
      scale()
    })
    void server.ended.then((reason) => lost(container, reason))
  }

  const openOnes = () => containers.filter(({ isOpen }) => isOpen)

  /** Only as many as are wanted get requests, so that the others become idle. */
  function dispatch(want: number): void {
    if (performance.now() < settledAt) return
    const able = openOnes().slice(0, Math.max(1, want))
    while (queue.length > 0) {
      const [least] = able.filter(({ working }) => working < 2 * batch).sort((a, b) => a.working - b.working)
      if (!least) return
      void run(queue.shift() as Request, least)
    }
  }

  async function run(request: Request, container: Container): Promise<void> {
    request.tries++
    container.working++
    const result = await container.server.predict(request.image, request.options)
    container.working--
    container.idleSince = performance.now()
    if (!result.ok && isLoss(result.error)) {
      if (stopped) return request.reject(stopped)
      // Before the request waits again, for it is not to be given to the same one.
      lost(container, result.error)
      if (stopped) return request.reject(stopped)
      if (request.tries >= TRIES) request.reject(new RetryLater('deployment_busy', message('deployment.lost_twice'), 1))
      else queue.unshift(request)
    } else request.resolve(result)
    scale()
  }

  /** Called once or more for a container that ended by itself. */
  function lost(container: Container, reason: RunError): void {
    if (stopped || !containers.includes(container)) return
    containers = containers.filter((one) => one !== container)
    hooks.running(openOnes().length)
    const now = performance.now()
    settledAt = now + SETTLE_MS
    setTimeout(scale, SETTLE_MS + 1).unref()
    exits = [...exits.filter((at) => now - at < EXITS_WITHIN_MS), now]
    if (exits.length < EXITS) scale()
    else fail(message('deployment.exits', { count: EXITS, reason: paramOf(saidOf(reason)) }))
  }

  function endIdle(want: number): void {
    clearTimeout(idle)
    const surplus = containers.length - want
    if (surplus <= 0) return
    const resting = openOnes()
      .filter(({ working }) => working === 0)
      .slice(-surplus)
    const now = performance.now()
    const due = resting.filter(({ idleSince }) => now - idleSince >= windowMs)
    for (const container of due) {
      containers = containers.filter((one) => one !== container)
      container.server.close()
    }
    if (due.length > 0) hooks.running(openOnes().length)
    const next = resting.filter((one) => !due.includes(one)).map(({ idleSince }) => idleSince + windowMs - now)
    if (next.length > 0) idle = setTimeout(scale, Math.min(...next) + 1)
    idle?.unref()
  }

  function stop(error: ApiError): void {
    if (stopped) return
    stopped = error
    clearTimeout(idle)
    const [open, waiting] = [containers, queue]
    containers = []
    queue = []
    for (const { server } of open) server.close()
    hooks.running(0)
    for (const request of waiting) request.reject(error)
  }

  function fail(reason: Message): void {
    if (stopped) return
    stop(new RetryLater('deployment_busy', reason, FAILED_RETRY_S))
    hooks.failed(reason)
  }

  scale()
  return {
    get containers() {
      return openOnes().length
    },
    get queued() {
      return requests()
    },
    get pids() {
      return openOnes().flatMap(({ server }) => server.pid ?? [])
    },
    stop,
    predict(image, options, signal) {
      if (stopped) return Promise.reject(stopped)
      if (queue.length >= QUEUED_PER_CONTAINER * Math.max(1, containers.length)) {
        return Promise.reject(new RetryLater('deployment_busy', message('deployment.queue_full'), 1))
      }
      return new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(patience)
          signal.removeEventListener('abort', gone)
        }
        const request: Request = {
          image,
          options,
          tries: 0,
          resolve: (result) => {
            end()
            resolve(result)
          },
          reject: (error) => {
            end()
            reject(error)
          },
        }
        const drop = (error: Error) => {
          if (!queue.includes(request)) return
          queue = queue.filter((one) => one !== request)
          request.reject(error)
        }
        const late = new RetryLater('deployment_busy', message('deployment.waited', { seconds: waitMs / 1000 }), 5)
        const patience = setTimeout(() => drop(late), waitMs)
        const gone = () => drop(late)
        signal.addEventListener('abort', gone)
        queue.push(request)
        if (signal.aborted) gone()
        scale()
      })
    },
  }
}

/** A failed deployment does not come back by itself. */
const FAILED_RETRY_S = 60

const notOpened = (reason: RunError): Message => message('deployment.not_opened', { reason: paramOf(saidOf(reason)) })
