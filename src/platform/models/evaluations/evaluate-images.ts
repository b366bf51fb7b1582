/** Predicts the images of an evaluation, compares them with the truth, and stores their results. */
import { saidOf } from '../../../shared/messages/message.ts'
import type { JobRow } from '../../db/schema/jobs.ts'
import type { RecordedExports, RecordedImage } from '../../exchange/exports/recorded-export.ts'
import { pausing } from '../../machine/pauses.ts'
import { callerOf, type JobContext } from '../../work/jobs/job.ts'
import { evaluateImage, failedImage, type StoredImage } from './evaluate-image.ts'
import { comparesMasks, configOf } from './evaluation-config.ts'
import type { EvaluationRepository, ListedEvaluation } from './evaluation-repository.ts'
import type { ImagePredictor } from './image-predictor.ts'
import { indexOfClasses } from './objects.ts'

export interface EvaluateImagesOptions {
  repository: Pick<EvaluationRepository, 'positionsOf' | 'storeImages'>
  recordedExports: RecordedExports
  now: () => Date
}

/** Images that are predicted at the same time: while one is inferred, others are read and compared. */
const IN_FLIGHT = 4
/** Results are stored together, after so many or so long. */
const STORED_TOGETHER = 16
const STORED_AFTER_MS = 1000

/**
 * Works on the items of a sequence, several at the same time. Starts no further work once one returns false or fails, and
 * resolves when all that was started has ended.
 * @throws the first failure
 */
async function eachOf<T>(items: AsyncIterable<T>, atOnce: number, work: (item: T) => Promise<boolean>): Promise<void> {
  const started = new Set<Promise<void>>()
  let continues = true
  const failures: unknown[] = []
  async function run(item: T): Promise<void> {
    try {
      if (!(await work(item))) continues = false
    } catch (error) {
      failures.push(error)
      continues = false
    }
  }
  try {
    for await (const item of items) {
      if (!continues) break
      const running = run(item).finally(() => started.delete(running))
      started.add(running)
      if (started.size >= atOnce) await Promise.race(started)
    }
  } finally {
    await Promise.all(started)
  }
  if (failures.length > 0) throw failures[0]
}

/** Images that have a result are left out. Returns false when the job has lost its right to store results. */
export async function evaluateImages(
  { repository, recordedExports, now }: EvaluateImagesOptions,
  job: JobRow,
  evaluation: ListedEvaluation,
  predictor: ImagePredictor,
  { signal, progress }: JobContext,
): Promise<boolean> {
  const config = configOf(evaluation)
  const comparison = {
    classes: indexOfClasses(config.classes),
    iouThreshold: evaluation.iou_threshold,
    byMask: comparesMasks(config),
    pauses: pausing(),
  }
  const finished = new Set(await repository.positionsOf(evaluation.id))
  let waiting: StoredImage[] = []
  let storedAt = performance.now()
  let isLost = false

  async function store(): Promise<void> {
    const images = waiting
    waiting = []
    storedAt = performance.now()
    if (isLost || images.length === 0) return
    isLost = !(await repository.storeImages(evaluation.id, job.token, images, now().toISOString()))
    for (const { image } of images) finished.add(image.position)
    progress({ done: finished.size, total: evaluation.total_images })
  }

  async function evaluate(image: RecordedImage): Promise<void> {
    const predicted = await predictor.predict({ path: image.path, name: image.filename })
    if (signal.aborted) return
    const result = predicted.ok
      ? await evaluateImage(image, predicted.value, comparison)
      : failedImage(image, saidOf(predicted.error))
    // After the wait, during which the list may be stored and begun again.
    waiting.push(result)
    if (waiting.length >= STORED_TOGETHER || performance.now() - storedAt >= STORED_AFTER_MS) await store()
  }

  progress({ done: finished.size, total: evaluation.total_images })
  const images = recordedExports.images(callerOf(job), evaluation.export_id, firstFree(finished))
  await eachOf(images, IN_FLIGHT, async (image) => {
    if (!finished.has(image.position)) await evaluate(image)
    return !signal.aborted && !isLost
  })
  if (!signal.aborted) await store()
  return !isLost
}

/** The first position without a result. */
function firstFree(finished: ReadonlySet<number>): number {
  let position = 0
  while (finished.has(position)) position++
  return position
}
