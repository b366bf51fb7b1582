/** A group of inference threads that all open the same models. */
import type { Semaphore } from '../core/semaphore.ts'
import type { InferenceThread } from './inference-thread.ts'
import type { WorkerSettings } from './worker-messages.ts'

/** Each worker takes 90 to 130 MB per model. */
const MAX_WORKERS = 4

export interface Crew {
  size: number
  settings: WorkerSettings
  /** The workers that have been started. */
  members: InferenceThread[]
  /** Most images of a batch. */
  batch: number
  /** For each worker, one batch being processed and one waiting: a frame of 500 crops must not take 2 GB. Null: own. */
  inputs: Semaphore | null
}

/** The crew of a CPU. */
export function crewOf(cores: number): Pick<Crew, 'size' | 'settings'> {
  const size = Math.max(1, Math.min(cores, MAX_WORKERS))
  return { size, settings: { threads: Math.max(1, Math.floor(cores / size)) } }
}
