/** The messages between the pool and its worker threads. Images and boxes are transferred, never copied. */

import type { Conversion } from '../../shared/domain/conversion.ts'
import { CPU, type DeviceId } from '../../shared/domain/device.ts'
import type { RunErrorCode } from '../../shared/domain/run.ts'
import type { ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import type { Said } from '../../shared/messages/message.ts'
import type { Found } from './candidates.ts'
import type { InferOptions } from './detector-session.ts'
import type { EmbeddingInput } from './embedding.ts'
import type { Prompt } from './sam3/networks.ts'

export type ToWorker =
  /** With `prompts`, `path` is the folder of SAM 3. */
  | {
      type: 'open'
      id: number
      model: string
      path: string
      name: string
      prompts?: readonly Prompt[]
      device?: DeviceId
      batch?: number
      conversion?: Conversion | null | undefined
    }
  | { type: 'infer'; id: number; model: string; input: Float32Array<ArrayBuffer>; options: InferOptions }
  | {
      type: 'open-embedding'
      id: number
      model: string
      path: string
      name: string
      device?: DeviceId
      batch?: number
      conversion?: Conversion | null | undefined
    }
  | { type: 'embed'; id: number; model: string; inputs: Float32Array<ArrayBuffer>[] }
  | { type: 'close' }

export type FromWorker =
  /** `batch`: most images that it takes at once. */
  | { type: 'opened'; id: number; inspection: ModelInspection; batch: number }
  /** `input` returns the buffer of the image for reuse; `ms` is the duration of the work. */
  | { type: 'inferred'; id: number; found: Found; input: Float32Array<ArrayBuffer>; ms: number }
  | { type: 'embedding-opened'; id: number; input: EmbeddingInput; dimension: number; batch: number }
  | {
      type: 'embedded'
      id: number
      vectors: (Float32Array<ArrayBuffer> | null)[]
      inputs: Float32Array<ArrayBuffer>[]
      ms: number
    }
  | { type: 'failed'; id: number; code: RunErrorCode; said: Said }

export interface WorkerSettings {
  /** Threads of each session. */
  threads: number
}

/** By which the threads of one device know a model: blocks may run one file with several conversions. */
export const sessionKeyOf = ({ path, conversion }: ModelFile): string => JSON.stringify([path, conversion ?? null])

/** By which a pool knows it. */
export const keyOf = (file: ModelFile): string => JSON.stringify([sessionKeyOf(file), file.device ?? CPU])
