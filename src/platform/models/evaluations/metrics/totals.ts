/** The figures of all images, added up image by image. */
import {
  BACKGROUND,
  type ClassMetrics,
  type ConfusionMatrix,
  type OverallMetrics,
  type PrecisionRecallCurves,
  type SegmentationMetrics,
} from '../../../../shared/api/model-evaluations.ts'
import type { Pauses } from '../../../machine/pauses.ts'
import { meanOf, type Outcomes, type PrecisionRecall, precisionRecall } from './average-precision.ts'
import type { Cell, ImageTally, RankedClass } from './compare-image.ts'
import { type Counts, ratesOf } from './rates.ts'

export interface EvaluationFigures {
  overall: OverallMetrics
  perClass: ClassMetrics[]
  matrix: ConfusionMatrix
  segmentation: SegmentationMetrics | null
  curves: PrecisionRecallCurves
}

export interface Totals {
  /** In the order of the images, by which equal scores are ranked. */
  addImage(tally: ImageTally): void
  /** Adds a count to a cell of the confusion matrix: that of one image, or of many. */
  addCell(cell: Cell): void
  figures(pauses: Pauses): Promise<EvaluationFigures>
}

type Ranked = Omit<Outcomes, 'support'>

/** `classes`: their names, by index. `byMask`: the images are compared by masks too. */
export function createTotals(classes: readonly string[], byMask: boolean): Totals {
  const background = classes.length
  const grid = Array.from({ length: background + 1 }, () => new Array<number>(background + 1).fill(0))
  const none = (): Ranked => ({ scores: [], hits: [], starts: [] })
  const byBoxes = classes.map(none)
  const byMasks = classes.map(none)
  const pixels = classes.map(() => ({ both: 0, either: 0 }))

  function countsOf(index: number): Counts {
    const row = grid[index] as number[]
    const tp = row[index] as number
    const predicted = grid.reduce((sum, each) => sum + (each[index] as number), 0)
    return { tp, fp: predicted - tp, fn: row.reduce((sum, count) => sum + count, 0) - tp }
  }

  return {
    addImage({ ranked, rankedByMask, pixels: own }) {
      for (const one of ranked) append(byBoxes, one)
      for (const one of rankedByMask ?? []) append(byMasks, one)
      for (const { classIndex, both, either } of own ?? []) {
        const sum = pixels[classIndex] as { both: number; either: number }
        sum.both += both
        sum.either += either
      }
    },
    addCell({ truth, prediction, count }) {
      const row = grid[truth] as number[]
      row[prediction] = (row[prediction] as number) + count
    },
    async figures(pauses) {
      const each: (ClassMetrics & { points: PrecisionRecall['points'] })[] = []
      for (const [index, class_name] of classes.entries()) {
        const counts = countsOf(index)
        const support = counts.tp + counts.fn
        const { ap, points } = await precisionRecall({ ...(byBoxes[index] as Ranked), support }, pauses)
        each.push({ class_name, support, ap, ...counts, ...ratesOf(counts), points })
      }
      const sum = each.reduce((s, { tp, fp, fn }) => ({ tp: s.tp + tp, fp: s.fp + fp, fn: s.fn + fn }), NO_COUNTS)
      const marked = each.filter(({ support }) => support > 0)
      const map = meanOf(marked.map(({ ap }) => ap))
      return {
        overall: { ...sum, ...ratesOf(sum), macro_f1: meanOf(marked.map(({ f1 }) => f1)), map },
        perClass: each.map(({ points: _, ...metrics }) => metrics),
        matrix: { labels: [...classes, BACKGROUND], grid },
        segmentation: byMask
          ? await segmentation(
              each.map(({ support }) => support),
              pauses,
            )
          : null,
        curves: { classes: each.map(({ class_name, ap, points }) => ({ class_name, ap, points })) },
      }
    },
  }

  async function segmentation(supports: readonly number[], pauses: Pauses): Promise<SegmentationMetrics> {
    const per_class: SegmentationMetrics['per_class'] = []
    for (const [index, class_name] of classes.entries()) {
      const support = supports[index] as number
      const { both, either } = pixels[index] as { both: number; either: number }
      const { ap } = await precisionRecall({ ...(byMasks[index] as Ranked), support }, pauses)
      per_class.push({ class_name, iou: support === 0 || either === 0 ? null : both / either, mask_ap: ap })
    }
    const mean_iou = meanOf(per_class.map(({ iou }) => iou))
    return { mean_iou, mask_map: meanOf(per_class.map(({ mask_ap }) => mask_ap)), per_class }
  }
}

const NO_COUNTS: Counts = { tp: 0, fp: 0, fn: 0 }

function append(all: readonly Ranked[], { classIndex, scores, hits }: RankedClass): void {
  if (scores.length === 0) return
  const own = all[classIndex] as Ranked
  own.starts.push(own.scores.length)
  for (const score of scores) own.scores.push(score)
  for (const hit of hits) own.hits.push(hit)
}
