/** Precision, recall and F1 of counts. */
export interface Counts {
  tp: number
  fp: number
  fn: number
}

export interface Rates {
  precision: number | null
  recall: number | null
  f1: number | null
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Null where there is nothing to divide by. F1 is defined as soon as there is an object or a prediction. */
export const ratesOf = ({ tp, fp, fn }: Counts): Rates => ({
  precision: share(tp, tp + fp),
  recall: share(tp, tp + fn),
  f1: share(2 * tp, 2 * tp + fp + fn),
})
