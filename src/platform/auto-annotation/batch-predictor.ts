/** The model of a batch, open: finds the annotations of one image after the other. */
import type { NewAnnotation } from '../../shared/api/annotations.ts'
import type { Annotation } from '../../shared/domain/annotation.ts'
import type { Engine, Inspected, ModelFile } from '../../shared/engine-contract/job.ts'
import type { PromptedImage, Segmenter } from '../../shared/engine-contract/segmentation.ts'
import type { ModelServer } from '../../shared/engine-contract/serving.ts'
import type { BatchSettings } from './batch-settings.ts'
import { objectAnnotation } from './object-annotation.ts'

export type FoundAnnotation = Omit<Annotation, 'id'> & NewAnnotation

export interface BatchPredictor {
  /** Images that it works on at the same time. */
  readonly atOnce: number
  predict(image: PromptedImage): Promise<Inspected<FoundAnnotation[]>>
  close(): void
}

/** Keeps the process busy while results are saved. */
const AT_ONCE = 4
/** Most objects of a class in an image. */
const MOST_OF_A_CLASS = 300

export async function openTrained(
  engine: Engine,
  model: ModelFile,
  deviceChecks: string,
  { classes, confidence, topK }: BatchSettings,
): Promise<Inspected<BatchPredictor>> {
  let server = engine.serveModel(model, deviceChecks)
  let isClosed = false
  const ready = await server.ready
  if (!ready.ok) {
    server.close()
    return ready
  }
  const outputs = new Map(classes.map(({ name, output_type }) => [name, output_type]))
  const options = {
    confidence,
    classFilter: classes.map(({ name }) => name),
    ...(topK !== null && { maxDetections: topK }),
  }
  /** All images that a dead process had share the next one. */
  const next = (lost: ModelServer): ModelServer => {
    if (server === lost && !isClosed) server = engine.serveModel(model, deviceChecks)
    return server
  }
  return {
    ok: true,
    value: {
      atOnce: AT_ONCE,
      async predict({ path, name }) {
        const image = { path, name }
        const first = server
        let predicted = await first.predict(image, options)
        if (isLoss(predicted)) predicted = await next(first).predict(image, options)
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
      close() {
        isClosed = true
        server.close()
      },
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
    close: () => undefined,
  }
}
