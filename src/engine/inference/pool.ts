/**
 * The pool of worker threads that run models. Two sessions of one thread are faster than one session of two, so there
 * are as many workers as cores up to `MAX_WORKERS`; each holds a session of every model. The first is started alone,
 * so that it starts work soon; the others follow. Frames may finish in any order. SAM 3 is too large for more than one
 * copy: it has a worker of its own, with all cores.
 */
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Box } from '../../shared/domain/geometry.ts'
import type { ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import { Semaphore } from '../core/semaphore.ts'
import type { FitTarget, Frame, Letterbox } from '../media/frame.ts'
import type { Found } from './candidates.ts'
import type { InferOptions } from './detector-session.ts'
import { type Answer, type InferenceThread, startThread, startThreadAhead } from './inference-thread.ts'
import type { Prompt } from './sam3/prompt.ts'
import type { FromWorker, ToWorker, WorkerSettings } from './worker-messages.ts'

export interface Inferred {
  found: Found
  /** The mapping from the frame to the model's input, for mapping boxes back. */
  letterbox: Letterbox
  /** Milliseconds that the model took, without queueing time. */
  ms: number
}

export interface PooledModel {
  readonly inspection: ModelInspection
  /** The frame must stay open until this settles: its pixels are read shortly before a worker is free. */
  infer(frame: Frame, region: Box | null, options: InferOptions): Promise<Inferred>
}

export interface PooledEmbedding {
  /** Length of the vectors. */
  readonly dimension: number
  /**
   * Returns the appearance of a region of the frame as a vector of length 1; null when the network gives none. The
   * frame must stay open until this settles.
   */
  embed(frame: Frame, region: Box): Promise<Float32Array | null>
}

export interface InferencePool {
  readonly workers: number
  /** Raises the failures of `openSession`. */
  open(model: ModelFile): Promise<PooledModel>
  /** SAM 3 in the folder `model.path`, with these prompts. Raises the failures of `openSam3`. */
  openSam3(model: ModelFile, prompts: readonly Prompt[]): Promise<PooledModel>
  /** Opens a re-identification network. Raises the failures of `openEmbedding`. */
  openEmbedding(model: ModelFile): Promise<PooledEmbedding>
  /** Waits for pending work; no requests are allowed afterwards. */
  close(): Promise<void>
}

/** Each worker takes 90 to 130 MB per model. */
const MAX_WORKERS = 4

/** A group of workers that all open the same models. */
interface Crew {
  size: number
  settings: WorkerSettings
  /** The workers that have been started. */
  members: InferenceThread[]
}

type Opening = Extract<ToWorker, { type: 'open' | 'open-embedding' }>

export const bundledWorker = (): string => join(dirname(fileURLToPath(import.meta.url)), 'inference.js')

function crewOf(cores: number): Omit<Crew, 'members'> {
  const size = Math.max(1, Math.min(cores, MAX_WORKERS))
  return { size, settings: { threads: Math.max(1, Math.floor(cores / size)) } }
}

/** Starts the first thread of the future pool in advance: starting it takes longer than opening a model. */
export const prepareInference = (): void => startThreadAhead(bundledWorker(), crewOf(availableParallelism()).settings)

/** `entry`: path of the bundled inference.js. `onDone` is called for every result of a worker. */
export function createInferencePool(
  entry = bundledWorker(),
  onDone = () => {},
  cores = availableParallelism(),
): InferencePool {
  const crew: Crew = { ...crewOf(cores), members: [] }
  const soloist: Crew = { size: 1, settings: { threads: cores }, members: [] }
  let closing = false
  let requests = 0
  // For each worker, one input being processed and one waiting: a frame of 500 crops must not take 2 GB.
  const inputs = new Semaphore(2 * crew.size)
  const spare = new Map<number, Float32Array<ArrayBuffer>[]>()

  const memberOf = ({ members, settings }: Crew, i: number): InferenceThread => {
    members[i] ??= startThread(entry, settings)
    return members[i]
  }
  const request = (member: InferenceThread, message: ToWorker & { id: number }, transfer: ArrayBuffer[] = []) =>
    new Promise<Answer>((resolve, reject) => {
      member.waiting.set(message.id, { resolve, reject })
      member.worker.postMessage(message, transfer)
    })
  /**
   * Opens the model in the first worker; the others follow once it has done `work`. Those that fail to open it are left
   * out.
   */
  const openIn = async (those: Crew, opening: Omit<Opening, 'id'>) => {
    const openedBy = (m: InferenceThread) => request(m, { ...opening, id: requests++ } as Opening)
    const first = memberOf(those, 0)
    const opened = await openedBy(first)
    const able = [first]
    let alone = true
    const work = async (message: ToWorker & { id: number }, transfer: ArrayBuffer[]): Promise<Answer> => {
      const answer = await request(leastBusy(able), message, transfer)
      if (!alone || closing) return answer
      alone = false
      for (let i = 1; i < those.size; i++) {
        const other = memberOf(those, i)
        openedBy(other).then(
          () => able.push(other),
          () => undefined,
        )
      }
      return answer
    }
    return { opened, work }
  }
  const buffer = (length: number) => spare.get(length)?.pop() ?? new Float32Array(length)
  const giveBack = (input: Float32Array<ArrayBuffer>) => {
    const pile = spare.get(input.length)
    if (pile) pile.push(input)
    else spare.set(input.length, [input])
  }

  /** `model` is the key by which workers identify it. */
  const open = async (
    model: string,
    { path, name }: ModelFile,
    those: Crew,
    prompts?: readonly Prompt[],
  ): Promise<PooledModel> => {
    const { opened, work } = await openIn(those, { type: 'open', model, path, name, ...(prompts && { prompts }) })
    const { inspection } = opened as Extract<FromWorker, { type: 'opened' }>
    const { width, height, fit } = inspection.input
    const size: FitTarget = { width, height, stretch: fit === 'stretch' }
    return {
      inspection,
      async infer(frame, region, options) {
        await inputs.acquire()
        try {
          const input = buffer(3 * size.width * size.height)
          const letterbox = frame.letterbox(input, size, region ?? undefined)
          const within = { ...options, imageArea: letterbox.imageArea }
          const message = { type: 'infer', id: requests++, model, input, options: within } as const
          const reply = await work(message, [input.buffer])
          const { found, input: returned, ms } = reply as Extract<FromWorker, { type: 'inferred' }>
          giveBack(returned)
          onDone()
          return { found, letterbox, ms }
        } finally {
          inputs.release()
        }
      },
    }
  }
  const openEmbedding = async ({ path, name }: ModelFile): Promise<PooledEmbedding> => {
    const { opened, work } = await openIn(crew, { type: 'open-embedding', model: path, path, name })
    const { input: size, dimension } = opened as Extract<FromWorker, { type: 'embedding-opened' }>
    return {
      dimension,
      async embed(frame, region) {
        await inputs.acquire()
        try {
          const input = buffer(3 * size.width * size.height)
          frame.letterbox(input, { ...size, stretch: true }, region)
          const message = { type: 'embed', id: requests++, model: path, input } as const
          const reply = await work(message, [input.buffer])
          const { vector, input: returned } = reply as Extract<FromWorker, { type: 'embedded' }>
          giveBack(returned)
          onDone()
          return vector
        } finally {
          inputs.release()
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
    workers: crew.size,
    open: (file) => once(file.path, () => open(file.path, file, crew)),
    openEmbedding(file) {
      const known = embeddings.get(file.path) ?? openEmbedding(file)
      embeddings.set(file.path, known)
      return known
    },
    openSam3(file, prompts) {
      const key = JSON.stringify([file.path, prompts])
      return once(key, () => open(key, file, soloist, prompts))
    },
    async close() {
      closing = true
      const all = [...crew.members, ...soloist.members]
      for (const { worker } of all) worker.postMessage({ type: 'close' } satisfies ToWorker)
      await Promise.all(all.map((m) => m.exited))
    },
  }
}

const leastBusy = (members: readonly InferenceThread[]): InferenceThread =>
  members.reduce((best, m) => (m.waiting.size < best.waiting.size ? m : best))
