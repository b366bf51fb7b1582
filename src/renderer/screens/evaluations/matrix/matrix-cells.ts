/** The cells of a confusion matrix: their shares, their meaning in words, and the classes that have errors. */
import { BACKGROUND, type ConfusionMatrix } from '../../../../shared/api/model-evaluations.ts'
import { labelText, shareText } from '../../../parts/model/evaluations/evaluation-text.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.evaluations.matrix

/** A cell by its labels. */
export interface Cell {
  truth: string
  prediction: string
}

export const countOf = ({ grid }: ConfusionMatrix, row: number, column: number): number => grid[row]?.[column] ?? 0

export const totalOf = ({ grid }: ConfusionMatrix, row: number): number =>
  (grid[row] ?? []).reduce((sum, n) => sum + n, 0)

/** The share of its row, from 0 to 1; 0 in an empty row. */
export function shareOf(matrix: ConfusionMatrix, row: number, column: number): number {
  const total = totalOf(matrix, row)
  return total === 0 ? 0 : countOf(matrix, row, column) / total
}

/** True for the cell of nothing detected as nothing, which is not counted. */
export const isEmptyCell = ({ labels }: ConfusionMatrix, row: number, column: number): boolean =>
  labels[row] === BACKGROUND && labels[column] === BACKGROUND

/** A sentence that says what the cell counts; empty for the cell that is not counted. */
export function cellText(matrix: ConfusionMatrix, row: number, column: number): string {
  if (isEmptyCell(matrix, row, column)) return ''
  const truth = matrix.labels[row] ?? ''
  const prediction = matrix.labels[column] ?? ''
  const n = countOf(matrix, row, column)
  const share = shareText(shareOf(matrix, row, column))
  if (truth === BACKGROUND) return words.inventedCell(prediction, n, share)
  if (prediction === BACKGROUND) return words.missedCell(truth, n, share)
  return truth === prediction ? words.right(truth, n, share) : words.cell(truth, prediction, n, share)
}

/** The indexes of the labels with a count off the diagonal in their row or column; no object is always among them. */
export function confusedLabels(matrix: ConfusionMatrix): number[] {
  const { labels } = matrix
  return labels.flatMap((label, i) => {
    const hasErrors = labels.some((_, k) => k !== i && (countOf(matrix, i, k) > 0 || countOf(matrix, k, i) > 0))
    return hasErrors || label === BACKGROUND ? [i] : []
  })
}

/** The heading of the images of a cell. */
export const cellTitle = ({ truth, prediction }: Cell): string =>
  truth === prediction ? words.rightTitle(truth) : words.cellTitle(labelText(truth), labelText(prediction))
