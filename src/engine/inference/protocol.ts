/** What the pool and its worker threads tell each other. Pictures and boxes are transferred, never copied. */
import type { ModelInspection } from '../../shared/domain/job.ts'
import type { RunErrorCode } from '../../shared/domain/run.ts'
import type { Candidates } from './candidates.ts'
import type { InferOptions } from './session.ts'

export type ToWorker =
  | { type: 'open'; id: number; model: string; path: string; name: string }
  | { type: 'infer'; id: number; model: string; input: Float32Array<ArrayBuffer>; options: InferOptions }
  | { type: 'close' }

export type FromWorker =
  | { type: 'opened'; id: number; inspection: ModelInspection }
  /** `input` gives the picture's memory back for the next one; `ms` is what the work took. */
  | { type: 'inferred'; id: number; found: Candidates; input: Float32Array<ArrayBuffer>; ms: number }
  | { type: 'failed'; id: number; code: RunErrorCode; message: string }

export interface WorkerSettings {
  /** Threads of each session. */
  threads: number
}
