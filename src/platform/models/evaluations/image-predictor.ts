/** Predicts the images of an evaluation with the model of its job, which is opened again when its process is lost. */
import type { RunError } from '../../../shared/domain/run.ts'
import type { Inspected } from '../../../shared/engine-contract/job.ts'
import type { Prediction, PredictOptions, ServedImage } from '../../../shared/engine-contract/serving.ts'
import type { JobModel } from '../../work/jobs/job-model.ts'

export interface ImagePredictor {
  /**
   * A failure is one of the image, also of one that ends the process while no other image is in it.
   * @throws ModelLost when the model cannot be opened, or its process ends too often
   */
  predict(image: ServedImage): Promise<Inspected<Prediction>>
}

export class ModelLost extends Error {
  readonly reason: RunError
  constructor(reason: RunError) {
    super(reason.message)
    this.reason = reason
  }
}

/** Processes that are lost before the evaluation fails. */
const MAX_LOSSES = 10

export function createImagePredictor(model: JobModel, options: PredictOptions): ImagePredictor {
  let losses = 0
  let last: Promise<unknown> = Promise.resolve()

  async function once(image: ServedImage): Promise<Inspected<Prediction>> {
    const used = model.server
    const opened = await used.ready
    if (!opened.ok) throw new ModelLost(opened.error)
    const result = await used.predict(image, options)
    if (!isLoss(result) || model.isClosed || used !== model.server) return result
    if (++losses >= MAX_LOSSES) throw new ModelLost(result.error)
    model.replace(used)
    return result
  }

  /** After a loss, one image at a time, so that an image that ends the process takes no other one with it. */
  function alone(image: ServedImage): Promise<Inspected<Prediction>> {
    const next = last.then(() => once(image))
    last = next.catch(() => undefined)
    return next
  }

  return {
    async predict(image) {
      if (losses > 0) return alone(image)
      const result = await once(image)
      return isLoss(result) && !model.isClosed ? alone(image) : result
    },
  }
}

const isLoss = (result: Inspected<Prediction>): result is { ok: false; error: RunError } =>
  !result.ok && result.error.code === 'engine_died'
