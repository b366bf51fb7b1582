/** Takes a checkpoint of a run at intervals, while frames are processed. */

import type { RunJob } from '../../shared/engine-contract/job.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { stretchOf } from '../media/expected-frames.ts'
import type { Frame, MediaReader } from '../media/frame.ts'
import type { ResultHeader } from '../output/result-header.ts'
import { type Checkpoint, writeCheckpoint } from '../output/work-folder.ts'
import type { Pipeline } from './pipeline.ts'

/**
 * Wall time between checkpoints. Runs that write videos wait for the end of an interval between two key frames, so that
 * videos do not depend on when checkpoints were taken.
 */
export const CHECKPOINT_EVERY_MS = 1500

export interface CheckpointedRun {
  job: RunJob
  header: ResultHeader
  startedAt: Date
  reader: MediaReader
  pipeline: Pipeline
  /** Frames per second that the run processes; null when unknown. */
  fps: number | null
  /** The work folder. */
  folder: string
}

export class Checkpointer {
  readonly #run: CheckpointedRun
  readonly #everyMs: number
  readonly #warn: (message: Message) => void
  readonly #isPossible: boolean
  #lastAt = performance.now()
  #busy = false
  #stopped = false
  #writing: Promise<void> = Promise.resolve()

  constructor(run: CheckpointedRun, everyMs: number, warn: (message: Message) => void) {
    this.#run = run
    this.#everyMs = everyMs
    this.#warn = warn
    this.#isPossible = run.pipeline.canSave
  }

  isDueAfter({ index }: Frame): boolean {
    if (!this.#isPossible || this.#busy) return false
    if (performance.now() - this.#lastAt < this.#everyMs) return false
    const { pipeline, fps } = this.#run
    return !pipeline.savesBetweenStretches || stretchOf(index + 1, fps) !== stretchOf(index, fps)
  }

  /**
   * `send` passes the frame to the pipeline and returns a promise that settles when this frame and all earlier ones are
   * done; the checkpoint is of the state after it. Rejects when a block can't be saved: its pending output is then
   * lost, and with it the run.
   */
  async after(frame: Frame, send: (frame: Frame) => Promise<void>): Promise<void> {
    const { job, header, startedAt, reader, pipeline, folder } = this.#run
    this.#busy = true
    this.#lastAt = performance.now()
    const position = reader.positionAfter(frame)
    const mediaTimeS = frame.ptsS
    const sent = send(frame)
    sent.catch(() => undefined)
    const nodes = await pipeline.save(sent)
    const startedMs = startedAt.getTime()
    if (this.#stopped) return
    const checkpoint = { job, header, startedAt: startedMs, mediaTimeS, position, nodes }
    this.#writing = this.#write(folder, checkpoint)
    await this.#writing
    this.#busy = false
  }

  /** Nothing is written after this resolves. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#writing
  }

  async #write(folder: string, checkpoint: Checkpoint): Promise<void> {
    try {
      await writeCheckpoint(folder, checkpoint)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#warn(message('log.no_checkpoint', { reason }))
    }
  }
}
