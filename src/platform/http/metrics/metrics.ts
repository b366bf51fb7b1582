/** The figures of a server for Prometheus: its counters and histograms, in one registry for each platform. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { JobPool } from '../../../shared/api/jobs.ts'

export interface Metrics {
  readonly registry: Registry
  /** A reply was sent. `route`: the path as declared, so that ids are no labels of their own. */
  replied(request: { method: string; route: string; status: number }, seconds: number): void
  /** A job was claimed after it had waited. */
  claimed(pool: JobPool, waitedSeconds: number): void
  /** A job has ended, or was returned to the queue (`released`). */
  ended(kind: string, state: string, seconds: number): void
  /** Models of a run have processed further frames on a device. */
  framesOn(device: string, frames: number): void
  /** Runs have finished further frames. */
  framesDone(frames: number): void
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const WAIT_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200]
const JOB_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]

export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'sightline_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const requests = new Histogram({
    name: 'sightline_http_request_seconds',
    help: 'Time from a request to the end of its reply.',
    registers,
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  })
  const claims = new Histogram({
    name: 'sightline_job_wait_seconds',
    help: 'Time from the arrival of a job to its claim.',
    registers,
    labelNames: ['pool'],
    buckets: WAIT_SECONDS,
  })
  const jobs = new Histogram({
    name: 'sightline_job_seconds',
    help: 'Time that a job held a slot.',
    registers,
    labelNames: ['kind', 'state'],
    buckets: JOB_SECONDS,
  })
  const modelFrames = new Counter({
    name: 'sightline_model_frames_total',
    help: 'Frames that models of runs have processed.',
    registers,
    labelNames: ['device'],
  })
  const runFrames = new Counter({
    name: 'sightline_run_frames_total',
    help: 'Frames that runs have finished.',
    registers,
  })
  return {
    registry,
    replied: ({ method, route, status }, seconds) => requests.observe({ method, route, status: `${status}` }, seconds),
    claimed: (pool, waitedSeconds) => claims.observe({ pool }, Math.max(0, waitedSeconds)),
    ended: (kind, state, seconds) => jobs.observe({ kind, state }, seconds),
    framesOn: (device, frames) => modelFrames.inc({ device }, frames),
    framesDone: (frames) => runFrames.inc(frames),
  }
}
