/**
 * Worker threads that run models. Two sessions of one thread beat one session of two, so there are as many workers
 * as cores up to `MOST_WORKERS`; each holds a session of every model. Frames may finish in any order. SAM 3 is too large
 * to be there more than once: it has a worker of its own, with all cores.
 */
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Box } from '../../shared/domain/geometry.ts'
import type { ModelFile, ModelInspection } from '../../shared/domain/job.ts'
import type { FitTarget, Frame, Letterbox } from '../media/frame.ts'
import { Credits } from '../runtime/credits.ts'
import { RunFailure } from '../runtime/run-failure.ts'
import type { Found } from './candidates.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './protocol.ts'
import type { Prompt } from './sam3/prompt.ts'
import type { InferOptions } from './session.ts'

export interface Inferred {
  found: Found
  /** How the frame was fitted into the model's input, for mapping boxes back. */
  letterbox: Letterbox
  /** Milliseconds that the model took, without waiting for its turn. */
  ms: number
}

export interface PooledModel {
  readonly inspection: ModelInspection
  /** The frame must stay open until this is done: its pixels are taken when a worker is near. */
  infer(frame: Frame, region: Box | null, options: InferOptions): Promise<Inferred>
}

export interface PooledEmbedding {
  /** Length of the vectors. */
  readonly dimension: number
  /**
   * What the part of the frame looks like, as a vector of length 1; null where the network gives none. The frame must
   * stay open until this is done.
   */
  embed(frame: Frame, region: Box): Promise<Float32Array | null>
}

export interface InferencePool {
  readonly workers: number
  /** Raises the failures of `openSession`. */
  open(model: ModelFile): Promise<PooledModel>
  /** SAM 3 in the folder `model.path`, looking for these. Raises the failures of `openSam3`. */
  openSam3(model: ModelFile, prompts: readonly Prompt[]): Promise<PooledModel>
  /** A re-identification network. Raises the failures of `openEmbedding`. */
  openEmbedding(model: ModelFile): Promise<PooledEmbedding>
  /** Waits for work under way; nothing may be asked for afterwards. */
  close(): Promise<void>
}

/** Each worker costs 90 to 130 MB for each model. */
const MOST_WORKERS = 4

interface Waiting {
  resolve(message: Exclude<FromWorker, { type: 'failed' }>): void
  reject(failure: Error): void
}

interface Member {
  worker: Worker
  waiting: Map<number, Waiting>
  exited: Promise<void>
}

export const bundledWorker = (): string => join(dirname(fileURLToPath(import.meta.url)), 'inference.js')

/** `entry`: path of the bundled inference.js. `onDone` is called for everything that a worker has done. */
export function createInferencePool(
  entry = bundledWorker(),
  onDone = () => {},
  cores = availableParallelism(),
): InferencePool {
  const workers = Math.max(1, Math.min(cores, MOST_WORKERS))
  const settings: WorkerSettings = { threads: Math.max(1, Math.floor(cores / workers)) }
  let members: Member[] | null = null
  let soloist: Member[] | null = null
  let requests = 0
  // One input being worked on and one waiting for each worker: a frame of 500 crops must not take 2 GB.
  const inputs = new Credits(2 * workers)
  const spare = new Map<number, Float32Array<ArrayBuffer>[]>()

  const start = () => {
    members ??= Array.from({ length: workers }, () => startMember(entry, settings))
    return members
  }
  const startSoloist = () => {
    soloist ??= [startMember(entry, { threads: cores })]
    return soloist
  }
  const ask = (member: Member, message: ToWorker & { id: number }, transfer: ArrayBuffer[] = []) =>
    new Promise<Exclude<FromWorker, { type: 'failed' }>>((resolve, reject) => {
      member.waiting.set(message.id, { resolve, reject })
      member.worker.postMessage(message, transfer)
    })
  const buffer = (length: number) => spare.get(length)?.pop() ?? new Float32Array(length)
  const giveBack = (input: Float32Array<ArrayBuffer>) => {
    const pile = spare.get(input.length)
    if (pile) pile.push(input)
    else spare.set(input.length, [input])
  }

  /** `model` is what workers know it by. */
  const open = async (
    model: string,
    { path, name }: ModelFile,
    those: () => readonly Member[],
    prompts?: readonly Prompt[],
  ): Promise<PooledModel> => {
    const request = { type: 'open', model, path, name, ...(prompts && { prompts }) } as const
    const opened = await Promise.all(those().map((m) => ask(m, { ...request, id: requests++ })))
    const { inspection } = opened[0] as Extract<FromWorker, { type: 'opened' }>
    const { width, height, fit } = inspection.input
    const size: FitTarget = { width, height, stretch: fit === 'stretch' }
    return {
      inspection,
      async infer(frame, region, options) {
        await inputs.take()
        try {
          const input = buffer(3 * size.width * size.height)
          const letterbox = frame.letterbox(input, size, region ?? undefined)
          const request = { type: 'infer', id: requests++, model, input, options } as const
          const reply = await ask(leastBusy(those()), request, [input.buffer])
          const { found, input: returned, ms } = reply as Extract<FromWorker, { type: 'inferred' }>
          giveBack(returned)
          onDone()
          return { found, letterbox, ms }
        } finally {
          inputs.give()
        }
      },
    }
  }
  const openEmbedding = async ({ path, name }: ModelFile): Promise<PooledEmbedding> => {
    const request = { type: 'open-embedding', model: path, path, name } as const
    const opened = await Promise.all(start().map((m) => ask(m, { ...request, id: requests++ })))
    const { input: size, dimension } = opened[0] as Extract<FromWorker, { type: 'embedding-opened' }>
    return {
      dimension,
      async embed(frame, region) {
        await inputs.take()
        try {
          const input = buffer(3 * size.width * size.height)
          frame.letterbox(input, { ...size, stretch: true }, region)
          const request = { type: 'embed', id: requests++, model: path, input } as const
          const reply = await ask(leastBusy(start()), request, [input.buffer])
          const { vector, input: returned } = reply as Extract<FromWorker, { type: 'embedded' }>
          giveBack(returned)
          return vector
        } finally {
          inputs.give()
        }
      },
    }
  }
  const embeddings = new Map<string, Promise<PooledEmbedding>>()
  const opened = new Map<string, Promise<PooledModel>>()
  const once = (key: string, opening: () => Promise<PooledModel>) => {
    const known = opened.get(key) ?? opening()
    opened.set(key, known)
    return known
  }

  return {
    workers,
    open: (file) => once(file.path, () => open(file.path, file, start)),
    openEmbedding(file) {
      const known = embeddings.get(file.path) ?? openEmbedding(file)
      embeddings.set(file.path, known)
      return known
    },
    openSam3(file, prompts) {
      const key = JSON.stringify([file.path, prompts])
      return once(key, () => open(key, file, startSoloist, prompts))
    },
    async close() {
      const all = [...(members ?? []), ...(soloist ?? [])]
      for (const { worker } of all) worker.postMessage({ type: 'close' } satisfies ToWorker)
      await Promise.all(all.map((m) => m.exited))
      members = []
      soloist = []
    },
  }
}

const leastBusy = (members: readonly Member[]): Member =>
  members.reduce((best, m) => (m.waiting.size < best.waiting.size ? m : best))

function startMember(entry: string, settings: WorkerSettings): Member {
  const worker = new Worker(entry, { workerData: settings })
  const waiting = new Map<number, Waiting>()
  const rejectAll = (failure: Error) => {
    for (const w of waiting.values()) w.reject(failure)
    waiting.clear()
  }
  worker.on('message', (message: FromWorker) => {
    const request = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'failed') request?.reject(new RunFailure(message.code, message.message))
    else request?.resolve(message)
  })
  const exited = new Promise<void>((resolve) => {
    worker.on('error', (error) => rejectAll(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', (code) => {
      rejectAll(new Error(`the inference thread ended with code ${code}`))
      resolve()
    })
  })
  return { worker, waiting, exited }
}
