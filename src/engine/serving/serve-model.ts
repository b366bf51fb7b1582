/** Keeps one model open, and predicts images with it as a model block without crops or tiles does. */
import { defaultConfig } from '../../shared/blocks/catalogue.ts'
import { CPU } from '../../shared/domain/device.ts'
import { EMBEDDING } from '../../shared/domain/model-types.ts'
import type { ModelFile, ModelInspection } from '../../shared/engine-contract/job.ts'
import type { Predicted, Prediction, PredictOptions } from '../../shared/engine-contract/serving.ts'
import { message } from '../../shared/messages/message.ts'
import { inFrame } from '../blocks/in-frame.ts'
import { RunFailure } from '../core/run-failure.ts'
import { Semaphore } from '../core/semaphore.ts'
import { inferOptions, type ModelSettings } from '../inference/model-options.ts'
import { createInferencePool } from '../inference/pool.ts'
import { decodeImage } from '../media/decode-image.ts'
import { Letterboxer } from '../media/letterbox.ts'
import { PooledFrame } from '../media/pooled-frame.ts'
import { SlotPool } from '../media/slot.ts'

export interface Served {
  readonly inspection: ModelInspection
  /** Raises `RunFailure` and `MediaError`. */
  predict(path: string, options: PredictOptions): Promise<Prediction>
}

/** Images that are decoded while all workers are busy. */
const SPARE_IMAGES = 2
/** Frame memory that is kept for the next image. */
const KEPT_SLOTS = 4

/** `onActivity` is called on progress. `inferenceEntry`: path of the bundled inference.js. */
export async function serveModel(
  model: ModelFile,
  deviceName: string,
  onActivity: () => void,
  inferenceEntry?: string,
): Promise<Served> {
  const names = { [model.device ?? CPU]: deviceName }
  const pool = createInferencePool(inferenceEntry, onActivity, undefined, { names })
  const pooled = await pool.open(model)
  const { classes, family } = pooled.inspection
  if (family === EMBEDDING) {
    throw new RunFailure('model_unsupported', message('engine.embedding_served', { name: model.name }))
  }
  const slots = new SlotPool({ width: 2, height: 2 }, undefined, KEPT_SLOTS)
  const letterboxer = new Letterboxer()
  const open = new Semaphore(pool.workers + SPARE_IMAGES)

  async function predictFrame(frame: PooledFrame, options: PredictOptions): Promise<Prediction> {
    const result = await pooled.infer(frame, null, inferOptions(settingsOf(options), classes))
    const { width, height } = frame
    const detections = inFrame(result, frame).map(
      (found): Predicted => ({ ...found, className: classes[found.classId] ?? `class ${found.classId}` }),
    )
    return { width, height, detections, ms: result.ms }
  }

  return {
    inspection: pooled.inspection,
    async predict(path, options) {
      await open.acquire()
      try {
        const { slot } = await decodeImage(path, slots)
        onActivity()
        const frame = new PooledFrame(slot, slots, letterboxer, 0, 0)
        try {
          return await predictFrame(frame, options)
        } finally {
          frame.close()
        }
      } finally {
        open.release()
      }
    },
  }
}

function settingsOf({ confidence, classFilter, maxDetections }: PredictOptions): ModelSettings {
  const block = defaultConfig('model')
  return {
    ...block,
    confidence_threshold: confidence ?? block.confidence_threshold,
    class_filter: classFilter ?? block.class_filter,
    max_detections: maxDetections ?? block.max_detections,
  }
}
