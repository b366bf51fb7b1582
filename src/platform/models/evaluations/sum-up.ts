/** The figures of an evaluation from the stored results of its images. */
import type { ModelEvaluation } from '../../../shared/api/model-evaluations.ts'
import { fromJson, toJson } from '../../db/database.ts'
import { pausing } from '../../machine/pauses.ts'
import { comparesMasks, type EvaluationConfig } from './evaluation-config.ts'
import type { EvaluationRepository, Figures } from './evaluation-repository.ts'
import type { ImageLists } from './image-lists.ts'
import type { ImageTally } from './metrics/compare-image.ts'
import { createTotals } from './metrics/totals.ts'

/** The figures that lists leave out. */
export type EvaluationDetails = Pick<
  ModelEvaluation,
  'per_class_metrics' | 'confusion_matrix' | 'worst_images' | 'best_images' | 'seg_metrics'
>

const IMAGES_AT_ONCE = 200

export async function sumUp(
  id: string,
  config: EvaluationConfig,
  repository: EvaluationRepository,
  imageLists: ImageLists,
): Promise<Figures> {
  const totals = createTotals(config.classes, comparesMasks(config))
  const pauses = pausing()
  for (let from = 0; ; ) {
    const images = await repository.tallies(id, from, IMAGES_AT_ONCE)
    const last = images.at(-1)
    if (!last) break
    from = last.position + 1
    for (const { tally } of images) {
      totals.addImage(fromJson<ImageTally>(tally as string))
      if (pauses.isDue) await pauses.take()
    }
  }
  for (const cell of await repository.cellSums(id)) totals.addCell(cell)
  const { overall, perClass, matrix, segmentation, curves } = await totals.figures(pauses)
  const details: EvaluationDetails = {
    per_class_metrics: perClass,
    confusion_matrix: matrix,
    worst_images: await imageLists.worst(id),
    best_images: await imageLists.best(id),
    seg_metrics: segmentation,
  }
  return { overall_metrics: toJson(overall), details: toJson(details), curves: toJson(curves) }
}
