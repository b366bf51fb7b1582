/** An inference thread and its pending requests, and the crew that it belongs to. */
import { Worker } from 'node:worker_threads'
import { RunFailure } from '../core/run-failure.ts'
import type { Semaphore } from '../core/semaphore.ts'
import type { FromWorker, WorkerSettings } from './worker-messages.ts'

export type Answer = Exclude<FromWorker, { type: 'failed' }>

interface Waiting {
  resolve(message: Answer): void
  reject(failure: Error): void
}

export interface InferenceThread {
  worker: Worker
  waiting: Map<number, Waiting>
  /** True when it has ended: later requests would never be answered. */
  readonly isGone: boolean
  exited: Promise<void>
}

/** A thread that was started in advance, before there was work for it. */
let ahead: { entry: string; settings: WorkerSettings; thread: InferenceThread } | null = null

export function startThreadAhead(entry: string, settings: WorkerSettings): void {
  ahead ??= { entry, settings, thread: newThread(entry, settings) }
}

export function startThread(entry: string, settings: WorkerSettings): InferenceThread {
  if (ahead?.entry !== entry || ahead.settings.threads !== settings.threads) return newThread(entry, settings)
  const { thread } = ahead
  ahead = null
  return thread
}

function newThread(entry: string, settings: WorkerSettings): InferenceThread {
  const worker = new Worker(entry, { workerData: settings })
  const waiting = new Map<number, Waiting>()
  const rejectAll = (failure: Error) => {
    for (const w of waiting.values()) w.reject(failure)
    waiting.clear()
  }
  worker.on('message', (message: FromWorker) => {
    const request = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'failed') request?.reject(new RunFailure(message.code, message.said))
    else request?.resolve(message)
  })
  let isGone = false
  const exited = new Promise<void>((resolve) => {
    worker.on('error', (error) => rejectAll(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', (code) => {
      isGone = true
      rejectAll(new Error(`the inference thread ended with code ${code}`))
      if (ahead?.thread.worker === worker) ahead = null
      resolve()
    })
  })
  return {
    worker,
    waiting,
    exited,
    get isGone() {
      return isGone
    },
  }
}

/** Each worker takes 90 to 130 MB per model. */
const MAX_WORKERS = 4

/** A group of inference threads that all open the same models. */
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
