/** Finds the annotations of the images of a batch with its model. */
import type { NewAnnotation } from '../../../shared/api/annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import type { Engine, Inspected } from '../../../shared/engine-contract/job.ts'
import type { PromptedImage, Segmenter } from '../../../shared/engine-contract/segmentation.ts'
import type { JobModel } from '../../work/jobs/job-model.ts'
import type { BatchSettings } from './batch-settings.ts'
import { objectAnnotation } from './object-annotation.ts'

export type FoundAnnotation = Omit<Annotation, 'id'> & NewAnnotation

export interface BatchPredictor {
  /** Images that it works on at the same time. */
  readonly atOnce: number
  predict(image: PromptedImage): Promise<Inspected<FoundAnnotation[]>>
}

/** Keeps the process busy while results are saved. */
const AT_ONCE = 4
/** Most objects of a class in an image. */
const MOST_OF_A_CLASS = 300

/** A trained model that is open. */
export function predictTrained(model: JobModel, { classes, confidence, topK }: BatchSettings): BatchPredictor {
  const outputs = new Map(classes.map(({ name, output_type }) => [name, output_type]))
  const options = {
    confidence,
    classFilter: classes.map(({ name }) => name),
    ...(topK !== null && { maxDetections: topK }),
  }
  return {
    atOnce: AT_ONCE,
    async predict({ path, name }) {
      const image = { path, name }
      const first = model.server
      let predicted = await first.predict(image, options)
      if (isLoss(predicted)) predicted = await model.replace(first).predict(image, options)
      if (!predicted.ok) return predicted
      const found = predicted.value.detections.map((detection) =>
        objectAnnotation(
          { score: detection.score, box: detection.box, rings: detection.rings ?? [] },
          detection.className,
          outputs.get(detection.className) ?? 'polygon',
        ),
      )
      return { ok: true, value: found }
    },
  }
}

/** The process ended, perhaps because of another image: the image is tried once more. */
const isLoss = (result: Inspected<unknown>): boolean =>
  !result.ok && (result.error.code === 'engine_died' || result.error.code === 'engine_hung')

/** SAM 3 searches for the names of the classes. */
export function searchTexts(engine: Engine, segmenter: Segmenter, settings: BatchSettings): BatchPredictor {
  const { classes, confidence, tileSize } = settings
  const outputs = new Map(classes.map(({ name, output_type }) => [name, output_type]))
  const prompt = { kind: 'texts', classes, confidence, maxDetections: MOST_OF_A_CLASS, tileSize } as const
  return {
    atOnce: 1,
    async predict(image) {
      const request = { segmenter, image, prompt, background: true }
      let found = await engine.segment(request)
      if (isLoss(found)) found = await engine.segment(request)
      if (!found.ok) return found
      const value = found.value.objects.map((object) =>
        objectAnnotation(object, object.className, outputs.get(object.className) ?? 'polygon'),
      )
      return { ok: true, value }
    },
  }
}
