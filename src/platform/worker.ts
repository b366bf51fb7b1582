/** A worker: executes jobs of servers that share a database and a store, and serves nobody itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '../shared/messages/message.ts'
import { createAreas } from './areas.ts'
import { type MetricsServer, serveMetrics } from './http/metrics/metrics-server.ts'
import { failedStart } from './machine/failed-start.ts'
import { StartFailure } from './machine/start-failure.ts'
import type { PlatformOptions } from './platform.ts'
import { openServices } from './services.ts'

const DAY_MS = 24 * 60 * 60_000

export type WorkerOptions = Omit<PlatformOptions, 'isWorker' | 'host' | 'port' | 'studio'>

export interface Worker {
  /** Where Prometheus reads its metrics; null unless it was asked for. */
  readonly metricsUrl: string | null
  /** Starts no more jobs, and waits until those that run have ended, at most so long. */
  drain(ms: number): Promise<void>
  /** Returns the running jobs to the queue. */
  close(): Promise<void>
}

/** @throws StartFailure without a database and a store, DataDirInUse when another process uses the data folder */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  if (!options.database || !options.store) throw new StartFailure(message('host.worker_needs'))
  try {
    return await start(options)
  } catch (error) {
    throw failedStart(error, options.dataDir)
  }
}

async function start(options: WorkerOptions): Promise<Worker> {
  const ofWorker = { ...options, isWorker: true }
  const { services, organizations, lock, closeDatabase } = await openServices(ofWorker, () => options.publicUrl ?? '')
  try {
    const areas = createAreas(services, organizations, ofWorker)
    const metricsServer: MetricsServer | null = options.metrics
      ? await serveMetrics(services.metrics, options.metrics)
      : null
    await areas.startJobs()
    // This timer keeps the process alive, since the worker's other timers and its connections do not.
    const alive = setInterval(() => {}, DAY_MS)
    let closed: Promise<void> | null = null
    async function closeAll(): Promise<void> {
      clearInterval(alive)
      lock.closing()
      await areas.close()
      services.engine.close()
      await metricsServer?.close()
      await closeDatabase()
      lock.release()
    }
    return {
      metricsUrl: metricsServer?.url ?? null,
      drain: (ms) => Promise.race([areas.drain(), sleep(ms, undefined, { ref: false })]),
      close: () => {
        closed ??= closeAll()
        return closed
      },
    }
  } catch (error) {
    await closeDatabase()
    lock.release()
    throw error
  }
}
