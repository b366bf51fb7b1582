/**
 * A simulation of workers that execute jobs in the order of their arrival, event by event. Workers of one machine share its cores; a
 * worker that is lost leaves its job to another one after its lease.
 */

export interface Job {
  /** Seconds from the begin of the simulation. */
  arrivesS: number
  /** Core-seconds of work. */
  work: number
}

export interface Fleet {
  workers: number
  /** Cores that the workers share; `Infinity` when each has its own. */
  cores: number
  /** Most cores that a job uses. */
  parallelism: number
  /** Seconds of a job in which nothing computes, such as the start of a process. */
  idleS: number
}

/** Workers that are lost at a moment, all at once. */
export interface Loss {
  atS: number
  workers: number
  /** Until a lost job is claimed again. */
  leaseS: number
}

export interface Outcome {
  /** When the last job ended. */
  endS: number
  /** From the arrival of a job to its first start, in seconds, rising. */
  waits: number[]
  /** Largest number of jobs that waited. */
  mostWaiting: number
}

interface Running {
  job: number
  idleLeft: number
  workLeft: number
}

const LITTLE = 1e-9

/** `jobs` by rising arrival. */
export function simulate(jobs: readonly Job[], fleet: Fleet, loss: Loss | null = null): Outcome {
  const { cores, parallelism, idleS } = fleet
  let { workers } = fleet
  const waiting: number[] = []
  const returning: { atS: number; job: number }[] = []
  let running: Running[] = []
  const waits: number[] = []
  const isStarted = new Set<number>()
  let [now, next, head, mostWaiting] = [0, 0, 0, 0]
  let isLost = loss === null
  const ofJob = (job: number) => jobs[job] as Job
  const depth = () => waiting.length - head

  function startWaiting(): void {
    while (running.length < workers && depth() > 0) {
      const job = waiting[head++] as number
      if (!isStarted.has(job)) waits.push(now - ofJob(job).arrivesS)
      isStarted.add(job)
      running.push({ job, idleLeft: idleS, workLeft: ofJob(job).work })
    }
    mostWaiting = Math.max(mostWaiting, depth())
  }

  /** Cores of each job that computes. */
  const rate = () => {
    const computing = running.filter(({ idleLeft }) => idleLeft <= LITTLE).length
    return computing === 0 ? parallelism : Math.min(parallelism, cores / computing)
  }

  for (;;) {
    startWaiting()
    const each = rate()
    const ends = running.map(({ idleLeft, workLeft }) => (idleLeft > LITTLE ? idleLeft : workLeft / each))
    const arrival = next < jobs.length ? ofJob(next).arrivesS - now : Number.POSITIVE_INFINITY
    const back = returning.length > 0 ? Math.min(...returning.map(({ atS }) => atS)) - now : Number.POSITIVE_INFINITY
    const lost = isLost || !loss ? Number.POSITIVE_INFINITY : loss.atS - now
    const step = Math.max(0, Math.min(arrival, back, lost, ...ends))
    if (!Number.isFinite(step)) return { endS: now, waits: waits.sort((a, b) => a - b), mostWaiting }
    now += step
    for (const one of running) {
      if (one.idleLeft > LITTLE) one.idleLeft -= step
      else one.workLeft -= step * each
    }
    running = running.filter(({ idleLeft, workLeft }) => idleLeft > LITTLE || workLeft > LITTLE)
    while (next < jobs.length && ofJob(next).arrivesS <= now + LITTLE) waiting.push(next++)
    for (const one of [...returning]) {
      if (one.atS > now + LITTLE) continue
      returning.splice(returning.indexOf(one), 1)
      // Before the others: it keeps its place.
      if (head > 0) waiting[--head] = one.job
      else waiting.unshift(one.job)
    }
    if (loss && !isLost && now + LITTLE >= loss.atS) {
      isLost = true
      workers -= loss.workers
      for (const { job } of running.splice(Math.max(0, workers))) returning.push({ atS: now + loss.leaseS, job })
    }
  }
}

export const percentile = (rising: readonly number[], share: number): number =>
  rising[Math.min(rising.length - 1, Math.floor(share * rising.length))] ?? 0
