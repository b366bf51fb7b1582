/**
 * The pool of worker threads that run models. Two sessions of one thread are faster than one session of two, so there
 * are as many workers as cores up to `MAX_WORKERS`; each holds a session of every model. The first is started alone,
 * so that it starts work soon; the others follow. Frames may finish in any order. SAM 3 is too large for more than one
 * copy: it has a worker of its own, with all cores. A GPU has one worker, which runs waiting frames in batches.
 */
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AUTO, CPU, type DeviceId, type DeviceUsed, kindOfDevice } from '../../shared/domain/device.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import { Semaphore } from '../core/semaphore.ts'
import type { FitTarget, Frame, Letterbox } from '../media/frame.ts'
import type { Found } from './candidates.ts'
import type { InferOptions } from './detector-session.ts'
import { cpuUsed } from './devices/cpu-device.ts'
import { openOnDevice } from './devices/device-fallback.ts'
import { KIND_NAMES } from './devices/execution-providers.ts'
import {
  type Answer,
  type Crew,
  crewOf,
  type InferenceThread,
  startThread,
  startThreadAhead,
} from './inference-thread.ts'
import { MAX_BATCH, MAX_CROPS } from './onnx-batch.ts'
import type { Prompt } from './sam3/networks.ts'
import { type FromWorker, keyOf, sessionKeyOf, type ToWorker } from './worker-messages.ts'

export interface Inferred {
  found: Found
  /** The mapping from the frame to the model's input, for mapping boxes back. */
  letterbox: Letterbox
  /** Milliseconds that the model took, without queueing time. */
  ms: number
}

export interface PooledModel {
  readonly inspection: ModelInspection
  /** The device that runs it at present. */
  readonly device: DeviceUsed
  /** The frame must stay open until this settles: its pixels are read shortly before a worker is free. */
  infer(frame: Frame, region: Box | null, options: InferOptions): Promise<Inferred>
}

export interface PooledEmbedding {
  /** Length of the vectors. */
  readonly dimension: number
  /** The device that runs it at present. */
  readonly device: DeviceUsed
  /**
   * Returns the appearance of each region of the frame as a vector of length 1; null when the network gives none. The
   * frame must stay open until this settles. The regions of a frame share runs of the network, those of several frames
   * never do, so that a vector does not depend on the speed of the machine.
   */
  embed(frame: Frame, regions: readonly Box[]): Promise<(Float32Array | null)[]>
}

export interface InferencePool {
  /** Number of frames that are processed at the same time. */
  readonly workers: number
  /**
   * Opens the model on its device, and on the CPU when that fails. Raises the failures of `openSession` on the CPU. The
   * device `auto` is the CPU here: its caller has made the choice.
   */
  open(model: ModelFile): Promise<PooledModel>
  /** SAM 3 in the folder `model.path`, with these prompts, on the CPU. Raises the failures of `openSam3`. */
  openSam3(model: ModelFile, prompts: readonly Prompt[]): Promise<PooledModel>
  /** Opens a re-identification network. Raises the failures of `openEmbedding`. */
  openEmbedding(model: ModelFile): Promise<PooledEmbedding>
  /** Waits for pending work; no requests are allowed afterwards. */
  close(): Promise<void>
}

export interface DeviceSettings {
  /** The processors' names by the ids of devices. */
  names?: Readonly<Record<DeviceId, string>>
  /** Called when a device failed and the CPU has taken over. */
  onFallback?(file: ModelFile, device: DeviceUsed, error: unknown): void
  /** Most images of a batch on the CPU, for tests; 1 by default: batches make the CPU no faster. */
  cpuBatch?: number
}

type Opening = Extract<ToWorker, { type: 'open' | 'open-embedding' }>
type OpenOn = Pick<Extract<ToWorker, { type: 'open' }>, 'prompts' | 'device' | 'batch'>

export const bundledWorker = (): string => join(dirname(fileURLToPath(import.meta.url)), 'inference.js')

/** Starts the first thread of the future pool in advance: starting it takes longer than opening a model. */
export const prepareInference = (): void => startThreadAhead(bundledWorker(), crewOf(availableParallelism()).settings)

/** `entry`: path of the bundled inference.js. `onDone` is called for every result of a worker. */
export function createInferencePool(
  entry = bundledWorker(),
  onDone = () => {},
  cores = availableParallelism(),
  { names = {}, onFallback, cpuBatch = 1 }: DeviceSettings = {},
): InferencePool {
  const { size: workers, settings } = crewOf(cores)
  const cpuInputs = new Semaphore(2 * workers * cpuBatch)
  const crew: Crew = { size: workers, settings, members: [], batch: cpuBatch, inputs: cpuInputs }
  const soloist: Crew = { size: 1, settings: { threads: cores }, members: [], batch: 1, inputs: cpuInputs }
  const gpus = new Map<DeviceId, Crew>()
  let closing = false
  let requests = 0
  let inFlight = workers * cpuBatch
  const spare = new Map<number, Float32Array<ArrayBuffer>[]>()

  const memberOf = ({ members, settings }: Crew, i: number): InferenceThread => {
    members[i] ??= startThread(entry, settings)
    return members[i]
  }
  const request = (member: InferenceThread, message: ToWorker & { id: number }, transfer: ArrayBuffer[] = []) =>
    new Promise<Answer>((resolve, reject) => {
      if (member.isGone) return reject(new Error('the inference thread has ended'))
      member.waiting.set(message.id, { resolve, reject })
      member.worker.postMessage(message, transfer)
    })
  /**
   * Opens the model in the first worker; the others follow once it has done `work`. Those that fail to open it are left
   * out.
   */
  const openFor = async (those: Crew, opening: Omit<Opening, 'id'>) => {
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
  const crewOn = (device: DeviceId): Crew => {
    if (device === CPU) return crew
    const known = gpus.get(device) ?? { size: 1, settings, members: [], batch: MAX_BATCH, inputs: null }
    gpus.set(device, known)
    return known
  }
  const deviceOf = ({ device = CPU }: ModelFile): DeviceUsed => {
    if (device === CPU || device === AUTO) return cpuUsed()
    const kind = kindOfDevice(device)
    return { id: device, kind, name: names[device] ?? KIND_NAMES[kind] }
  }
  const buffer = (length: number) => spare.get(length)?.pop() ?? new Float32Array(length)
  const giveBack = (input: Float32Array<ArrayBuffer>) => {
    const pile = spare.get(input.length)
    if (pile) pile.push(input)
    else spare.set(input.length, [input])
  }

  /** Takes a request to a worker with its image in a buffer that is reused. */
  const withInput = async <T>(
    inputs: Semaphore,
    length: number,
    work: (input: Float32Array<ArrayBuffer>) => Promise<T>,
  ) => {
    await inputs.acquire()
    try {
      return await work(buffer(length))
    } finally {
      inputs.release()
    }
  }

  /** `model` is the key by which workers identify it. */
  const openIn = async (model: string, { path, name, conversion }: ModelFile, those: Crew, on: OpenOn) => {
    const { opened, work } = await openFor(those, { type: 'open', model, path, name, conversion, ...on })
    const { inspection, batch } = opened as Extract<FromWorker, { type: 'opened' }>
    // A batch that the file fixes may be larger than those of the device.
    const inputs = batch > those.batch ? new Semaphore(2 * batch) : (those.inputs ?? new Semaphore(2 * batch))
    inFlight = Math.max(inFlight, batch)
    const { width, height, fit, crop, bars } = inspection.input
    const size: FitTarget = { width, height, fit, crop, bars }
    return {
      inspection,
      infer: (frame: Frame, region: Box | null, options: InferOptions): Promise<Inferred> =>
        withInput(inputs, 3 * size.width * size.height, async (input) => {
          const letterbox = frame.letterbox(input, size, region ?? undefined)
          const within = { ...options, imageArea: letterbox.imageArea }
          const message = { type: 'infer', id: requests++, model, input, options: within } as const
          const reply = await work(message, [input.buffer])
          const { found, input: returned, ms } = reply as Extract<FromWorker, { type: 'inferred' }>
          giveBack(returned)
          onDone()
          return { found, letterbox, ms }
        }),
    }
  }
  const open = async (file: ModelFile): Promise<PooledModel> => {
    const device = deviceOf(file)
    const opened = await openOnDevice(
      device,
      (id) => openIn(sessionKeyOf(file), file, crewOn(id), { device: id, batch: crewOn(id).batch }),
      (error) => onFallback?.(file, device, error),
    )
    return {
      inspection: opened.network.inspection,
      get device() {
        return opened.used
      },
      infer: (frame, region, options) => opened.attempt((network) => network.infer(frame, region, options)),
    }
  }
  const openSam3 = async (key: string, file: ModelFile, prompts: readonly Prompt[]): Promise<PooledModel> => {
    const { inspection, infer } = await openIn(key, file, soloist, { prompts })
    return { inspection, infer, device: cpuUsed() }
  }
  const openEmbeddingIn = async (file: ModelFile, those: Crew, device: DeviceId) => {
    const { path, name, conversion } = file
    const model = sessionKeyOf(file)
    const wanted = device === CPU ? cpuBatch : MAX_CROPS
    const opening = { type: 'open-embedding', model, path, name, device, batch: wanted, conversion } as const
    const { opened, work } = await openFor(those, opening)
    const { input: size, dimension, batch } = opened as Extract<FromWorker, { type: 'embedding-opened' }>
    const calls = new Semaphore(2 * those.size)
    const embedBatch = async (frame: Frame, regions: readonly Box[]): Promise<(Float32Array | null)[]> => {
      await calls.acquire()
      try {
        const inputs = regions.map((region) => {
          const input = buffer(3 * size.width * size.height)
          frame.letterbox(input, size, region)
          return input
        })
        const message = { type: 'embed', id: requests++, model, inputs } as const
        const buffers = inputs.map((input) => input.buffer)
        const reply = (await work(message, buffers)) as Extract<FromWorker, { type: 'embedded' }>
        reply.inputs.forEach(giveBack)
        onDone()
        return reply.vectors
      } finally {
        calls.release()
      }
    }
    return {
      dimension,
      async embed(frame: Frame, regions: readonly Box[]) {
        const starts = Array.from({ length: Math.ceil(regions.length / batch) }, (_, i) => i * batch)
        const batches = starts.map((start) => embedBatch(frame, regions.slice(start, start + batch)))
        return (await Promise.all(batches)).flat()
      },
    }
  }
  const openEmbedding = async (file: ModelFile): Promise<PooledEmbedding> => {
    const device = deviceOf(file)
    const opened = await openOnDevice(
      device,
      (id) => openEmbeddingIn(file, crewOn(id), id),
      (error) => onFallback?.(file, device, error),
    )
    return {
      dimension: opened.network.dimension,
      get device() {
        return opened.used
      },
      embed: (frame, regions) => opened.attempt((network) => network.embed(frame, regions)),
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
    get workers() {
      return inFlight
    },
    open: async (file) => named(await once(keyOf(file), () => open(file)), file),
    openEmbedding(file) {
      const key = keyOf(file)
      const known = embeddings.get(key) ?? openEmbedding(file)
      embeddings.set(key, known)
      return known
    },
    openSam3(file, prompts) {
      const key = JSON.stringify([file.path, prompts])
      return once(key, () => openSam3(key, file, prompts))
    },
    async close() {
      closing = true
      const all = [crew, soloist, ...gpus.values()].flatMap(({ members }) => members)
      for (const { worker } of all) worker.postMessage({ type: 'close' } satisfies ToWorker)
      await Promise.all(all.map((m) => m.exited))
    },
  }
}

/** The inspection with the names of the model’s record, which workflows refer to, in place of those of its file. */
function named(model: PooledModel, { classes }: ModelFile): PooledModel {
  const { inspection } = model
  if (classes?.length !== inspection.classes.length) return model
  return {
    inspection: { ...inspection, classes: [...classes] },
    get device() {
      return model.device
    },
    infer: model.infer,
  }
}

const leastBusy = (members: readonly InferenceThread[]): InferenceThread =>
  members.reduce((best, m) => (m.waiting.size < best.waiting.size ? m : best))
