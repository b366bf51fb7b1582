/** The plan for 1,000 workers and 100,000 videos a day: which part is used up first, by the times that were measured. */
import { type Job, percentile, simulate } from './simulation.ts'

export interface Measured {
  /** Core-seconds of a run for a second of video. */
  workOfSecond: number
  /** Seconds of a job in which nothing computes. */
  idleS: number
  /** Jobs that one database claims and ends in a second. */
  jobsPerSecond: number
  /** Renewals of leases, with progress, that it stores in a second. */
  renewalsPerSecond: number
  /** Bytes of a second of video. */
  bytesOfSecond: number
}

const WORKERS = 1000
/** Each executes two parts at a time, one on each of its cores, as the measured workers do. */
const SLOTS = 2 * WORKERS
const VIDEOS_A_DAY = 100_000
const VIDEO_S = 600
const PARTS = 12
const DAY_S = 24 * 60 * 60
const RENEWED_EVERY_S = 1.5
const SAVED_EVERY_S = 0.5
/** Share of the videos that arrive in the busiest hours, which are a third of the day. */
const RUSH = 0.6
const LEASE_S = 9
/** Machines that read a video from the store: those that find detections in a part of it. */
const READERS = 4

export interface Plan {
  /** Share of its capacity that each part needs in the busiest hours. */
  use: Record<'workers' | 'claims' | 'renewals' | 'progress', number>
  /** The traffic of the store in megabytes per second, on average and in the busiest hours. */
  storeMBs: { mean: number; peak: number }
  p99WaitS: number
  /** With half of the workers lost in the busiest hours: the use of the others, and the parts that wait when the simulation ends. */
  lost: { use: number; mostWaiting: number }
}

export function planFor(measured: Measured): Plan {
  const { workOfSecond, idleS, jobsPerSecond, renewalsPerSecond, bytesOfSecond } = measured
  const perSecond = (VIDEOS_A_DAY * RUSH) / (DAY_S / 3)
  const workOfPart = (VIDEO_S * workOfSecond) / PARTS
  const fleet = { workers: SLOTS, cores: Number.POSITIVE_INFINITY, parallelism: 1, idleS }
  const busy = perSecond * PARTS * (workOfPart + idleS)
  const running = Math.min(SLOTS, busy)
  const secondsOfVideo = (VIDEO_S * workOfSecond) / READERS
  const jobs = arrivals(perSecond)
  const parts = jobs.flatMap((arrivesS) => Array.from({ length: PARTS }, (): Job => ({ arrivesS, work: workOfPart })))
  const usual = simulate(parts, fleet)
  const atS = HORIZON_S / 3
  const lost = simulate(parts, fleet, { atS, workers: SLOTS / 2, leaseS: LEASE_S })
  const bytes = (VIDEOS_A_DAY * VIDEO_S * bytesOfSecond * (READERS + 1)) / DAY_S / 1e6
  return {
    use: {
      workers: busy / SLOTS,
      claims: (perSecond * (PARTS + 1)) / jobsPerSecond,
      renewals: running / RENEWED_EVERY_S / renewalsPerSecond,
      progress: (perSecond * secondsOfVideo) / SAVED_EVERY_S / renewalsPerSecond,
    },
    storeMBs: { mean: bytes, peak: bytes * RUSH * 3 },
    p99WaitS: percentile(usual.waits, 0.99),
    lost: { use: busy / (SLOTS / 2), mostWaiting: lost.mostWaiting },
  }
}

/** The simulated time, within the busiest hours. */
const HORIZON_S = 1800
/** Evenly spaced: the rush is in the rate. */
const arrivals = (perSecond: number): number[] =>
  Array.from({ length: Math.floor(perSecond * HORIZON_S) }, (_, i) => i / perSecond)
