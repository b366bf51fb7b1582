/** Predicts the images of an evaluation with a model in a process of its own, which is started again when it is lost. */
import type { RunError } from '../../shared/domain/run.ts'
import type { Inspected } from '../../shared/engine-contract/job.ts'
import type { ModelServer, Prediction, PredictOptions, ServedImage } from '../../shared/engine-contract/serving.ts'

export interface ImagePredictor {
  /**
   * A failure is one of the image, also of one that ends the process while no other image is in it.
   * @throws ModelLost when the model cannot be opened, or its process ends too often
   */
  predict(image: ServedImage): Promise<Inspected<Prediction>>
  close(): void
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

export function createImagePredictor(open: () => ModelServer, options: PredictOptions): ImagePredictor {
  let server = open()
  let losses = 0
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  async function once(image: ServedImage): Promise<Inspected<Prediction>> {
    const used = server
    const opened = await used.ready
    if (!opened.ok) throw new ModelLost(opened.error)
    const result = await used.predict(image, options)
    if (!isLoss(result) || isClosed || used !== server) return result
    if (++losses >= MAX_LOSSES) throw new ModelLost(result.error)
    used.close()
    server = open()
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
      return isLoss(result) && !isClosed ? alone(image) : result
    },
    close() {
      isClosed = true
      server.close()
    },
  }
}

const isLoss = (result: Inspected<Prediction>): result is { ok: false; error: RunError } =>
  !result.ok && result.error.code === 'engine_died'
