import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CompareEvaluationsScreen } from '../../../../src/renderer/screens/evaluations/compare/compare-evaluations-screen.tsx'
import type { ModelEvaluation } from '../../../../src/shared/api/model-evaluations.ts'
import { renderWith } from '../../render.tsx'
import { aClass, anEvaluation, hostWithEvaluations, underWay } from './examples.ts'

const user = userEvent.setup()
const BETTER = {
  tp: 33,
  fp: 6,
  fn: 7,
  precision: 0.846,
  recall: 0.825,
  f1: 0.835,
  macro_f1: 0.8,
  map: 0.74,
}
const other = (part: Partial<ModelEvaluation> = {}) =>
  anEvaluation({ id: 'evaluation-2', model_id: 'model-2', overall_metrics: BETTER, ...part })

const show = (b: ModelEvaluation) =>
  renderWith(
    hostWithEvaluations([anEvaluation(), b]),
    <CompareEvaluationsScreen evaluationA="evaluation-1" evaluationB={b.id} />,
  )
const difference = async (figure: string) => {
  const table = await screen.findByRole('table', { name: 'Figures' })
  const cells = within(within(table).getByRole('row', { name: new RegExp(`^${figure}`) })).getAllByRole('cell')
  return cells.at(-1)?.textContent
}

test('differences say which is better: more of the found, fewer of the errors', async () => {
  show(other())
  expect(await difference('mAP')).toBe('+3.0 pointsbetter')
  expect(await difference('Precision')).toBe('−4.0 pointsworse')
  expect(await difference('Found')).toBe('+2better')
  expect(await difference('Wrong')).toBe('+2worse')
  expect(await difference('Missed')).toBe('−2better')
  expect(await difference('Macro F1')).toBe('n/a')
})

test('evaluations on one export can be compared directly', async () => {
  show(other())
  expect(await screen.findByText(/^Both evaluations used the same export/)).toBeTruthy()
  expect(screen.queryByText(/different exports/)).toBeNull()
  expect(screen.queryByText(/^The thresholds differ/)).toBeNull()
})

test('different exports and thresholds are named as limits of the comparison', async () => {
  show(other({ export_id: 'export-2', iou_threshold: 0.75 }))
  expect(await screen.findByText(/different exports/)).toBeTruthy()
  expect(screen.getByText(/^The thresholds differ/)).toBeTruthy()
})

test('two evaluations whose exports were deleted are not said to have used the same', async () => {
  renderWith(
    hostWithEvaluations([anEvaluation({ export_id: null }), other({ export_id: null })]),
    <CompareEvaluationsScreen evaluationA="evaluation-1" evaluationB="evaluation-2" />,
  )
  expect(await screen.findByText(/different exports/)).toBeTruthy()
})

test('classes are listed by their difference, also those of one side only', async () => {
  const classes = [aClass({ ap: 0.75 }), aClass({ class_name: 'truck', ap: 0.9 }), aClass({ class_name: 'tram' })]
  show(other({ per_class_metrics: classes }))
  const table = await screen.findByRole('table', { name: 'Classes' })
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  expect(rows()).toEqual(expect.arrayContaining(['tram80.0 %Only in B', 'truck62.0 %90.0 %+28.0 pointsbetter']))
  expect(rows().indexOf('truck62.0 %90.0 %+28.0 pointsbetter')).toBeLessThan(
    rows().indexOf('car80.0 %75.0 %−5.0 pointsworse'),
  )
  await user.click(screen.getByRole('combobox', { name: 'Figure of the classes' }))
  await user.click(await screen.findByRole('option', { name: 'Recall' }))
  expect(rows()).toEqual(expect.arrayContaining(['car83.3 %83.3 %0.0 points']))
})

test('the curves of a class are drawn over each other', async () => {
  show(other())
  const chart = await screen.findByRole('slider', { name: /Precision by recall/ })
  expect(chart.querySelectorAll('polyline')).toHaveLength(2)
  const [a, b] = [...chart.querySelectorAll('polyline')].map((line) => line.getAttribute('stroke-dasharray'))
  expect([a, b]).toEqual([null, expect.stringMatching(/\d/)])
})

test('an evaluation that has not completed is not compared', async () => {
  show(underWay({ id: 'evaluation-2' }))
  expect(await screen.findByText(/^Both evaluations must have completed/)).toBeTruthy()
})
