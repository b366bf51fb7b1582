import { formatCount } from '../../plural.ts'

export const matrix = {
  title: 'Confusion matrix',
  about:
    'Rows are annotated objects, columns are detections. The diagonal is right; every other cell is a kind of error. A cell opens its images.',
  values: 'Values',
  counts: 'Counts',
  shares: 'Percent of the row',
  axes: 'Rows: annotated. Columns: detected.',
  nothing: 'nothing',
  missed: 'not detected',
  invented: 'not annotated',
  cell: (truth: string, prediction: string, n: number, share: string) =>
    `${truth} detected as ${prediction}: ${formatCount(n)} (${share} of the row)`,
  right: (name: string, n: number, share: string) =>
    `${name} detected rightly: ${formatCount(n)} (${share} of the row)`,
  missedCell: (truth: string, n: number, share: string) =>
    `${truth} not detected: ${formatCount(n)} (${share} of the row)`,
  inventedCell: (prediction: string, n: number, share: string) =>
    `${prediction} detected where nothing is annotated: ${formatCount(n)} (${share} of the row)`,
  pointHint: 'Point at a cell, or move with the arrow keys, to read it. Enter opens its images.',
  onlyConfused: 'Only classes with errors',
  cellTitle: (truth: string, prediction: string) => `${truth} detected as ${prediction}`,
  rightTitle: (name: string) => `${name} detected rightly`,
  notCounted: 'Not counted',
}
