/** The containers of all deployments, which belong to this process of the platform. */
import { availableParallelism } from 'node:os'
import type { DeploymentMetrics } from '../../../shared/api/deployments.ts'
import type { ApiError } from '../../../shared/api/errors.ts'
import { CPU, type DeviceId } from '../../../shared/domain/device.ts'
import type { Engine, Inspected, ModelFile } from '../../../shared/engine-contract/job.ts'
import type { Prediction, PredictOptions, ServedImage } from '../../../shared/engine-contract/serving.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { type ContainerSet, createContainerSet } from './container-set.ts'

export interface Served {
  id: string
  /** Number of the resume that this start belongs to: reports carry it. */
  life: number
  model: ModelFile & { device: DeviceId }
  min: number
  max: number
  windowMs: number
  /** True for a deployment whose model has been open before. */
  isProven: boolean
}

/** What containers report; `life` is that of their start. */
export interface ContainerReports {
  /** A container is open. */
  opened(id: string, life: number): void
  failed(id: string, life: number, reason: Message): void
  /** The number of open containers of a deployment changed. */
  running(id: string, containers: number): void
}

export interface Containers {
  start(served: Served): void
  /** Ends the containers of a deployment at once; their requests fail with the error. */
  stop(id: string, error: ApiError): void
  isStarted(id: string): boolean
  /** The lives of all deployments that are started, by id. */
  lives(): ReadonlyMap<string, number>
  /** Null for a deployment that is not started. @throws ApiError deployment_busy, or that of `stop` */
  predict(
    id: string,
    image: ServedImage,
    options: PredictOptions,
    signal: AbortSignal,
  ): Promise<Inspected<Prediction>> | null
  figures(id: string): DeploymentMetrics
  /** Process ids of open containers. */
  pids(id: string): readonly number[]
  close(error: ApiError): void
}

/** The largest batch of a GPU. */
const GPU_BATCH = 8
/** A container on the CPU works on as many images as it has inference threads. */
const CPU_THREADS = 4
const batchOn = (device: DeviceId): number =>
  device === CPU ? Math.min(CPU_THREADS, Math.max(1, availableParallelism())) : GPU_BATCH

type Figures = Omit<DeploymentMetrics, 'containers' | 'queued'>

interface RecentFigures {
  note(latencyMs: number, isOk: boolean): void
  read(): Figures
}

const WINDOW_MS = 60_000
/** A faster deployment is measured over a shorter time. */
const MOST_KEPT = 100_000

/** The requests of the last minute, as figures. `clock`: milliseconds that never go back. */
function createRecentFigures(clock: () => number = () => performance.now()): RecentFigures {
  const startedAt = clock()
  let kept: { at: number; ms: number; isOk: boolean }[] = []
  const recent = (now: number) => kept.filter(({ at }) => now - at < WINDOW_MS)

  return {
    note(ms, isOk) {
      kept.push({ at: clock(), ms, isOk })
      if (kept.length > MOST_KEPT) kept = recent(clock()).slice(-MOST_KEPT / 2)
    },
    read() {
      const now = clock()
      kept = recent(now)
      const latencies = kept.filter(({ isOk }) => isOk).map(({ ms }) => ms)
      const seconds = Math.min(WINDOW_MS, Math.max(1000, now - startedAt)) / 1000
      return {
        window_seconds: Math.round(seconds),
        requests: kept.length,
        failed: kept.length - latencies.length,
        requests_per_second: Math.round((kept.length / seconds) * 100) / 100,
        latency_ms: latencyOf(latencies.sort((a, b) => a - b)),
      }
    },
  }
}

/** Null without a successful request. */
function latencyOf(sorted: readonly number[]): Figures['latency_ms'] {
  if (sorted.length === 0) return null
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] as number)
  const mean = rounded(sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length)
  return { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

export function createContainers(
  engine: Pick<Engine, 'serveModel'>,
  deviceChecks: string,
  reports: ContainerReports,
): Containers {
  const started = new Map<string, { life: number; set: ContainerSet; figures: RecentFigures }>()

  async function measured<T extends Inspected<unknown>>(figures: RecentFigures, work: Promise<T>): Promise<T> {
    const since = performance.now()
    try {
      const result = await work
      figures.note(performance.now() - since, result.ok)
      return result
    } catch (error) {
      figures.note(performance.now() - since, false)
      throw error
    }
  }

  return {
    start({ id, life, model, min, max, windowMs, isProven }) {
      const set = createContainerSet(
        { min, max, windowMs, isProven, batch: batchOn(model.device) },
        {
          open: () => engine.serveModel(model, deviceChecks),
          opened: () => reports.opened(id, life),
          running: (containers) => reports.running(id, containers),
          failed(reason) {
            started.delete(id)
            reports.failed(id, life, reason)
          },
        },
      )
      started.set(id, { life, set, figures: createRecentFigures() })
    },
    stop(id, error) {
      const one = started.get(id)
      started.delete(id)
      one?.set.stop(error)
    },
    isStarted: (id) => started.has(id),
    lives: () => new Map([...started].map(([id, { life }]) => [id, life])),
    predict(id, image, options, signal) {
      const one = started.get(id)
      return one ? measured(one.figures, one.set.predict(image, options, signal)) : null
    },
    figures(id) {
      const one = started.get(id)
      const { containers = 0, queued = 0 } = one?.set ?? {}
      return { containers, queued, ...(one?.figures ?? createRecentFigures()).read() }
    },
    pids: (id) => started.get(id)?.set.pids ?? [],
    close(error) {
      for (const { set } of started.values()) set.stop(error)
      started.clear()
    },
  }
}
