import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MatrixSection } from '../../../../src/renderer/screens/evaluations/matrix/matrix-section.tsx'
import { BACKGROUND, type ConfusionMatrix } from '../../../../src/shared/api/model-evaluations.ts'
import { renderWith } from '../../render.tsx'
import { anEvaluation, hostWithEvaluations } from './examples.ts'

const user = userEvent.setup()
const SMALL = anEvaluation().confusion_matrix as ConfusionMatrix

/** `n` classes without errors, but one of the last class that is taken for the first. */
function large(n: number): ConfusionMatrix {
  const labels = [...Array.from({ length: n }, (_, i) => `class ${i}`), BACKGROUND]
  const grid = labels.map((_, row) => labels.map((_, column) => (row === column && row < n ? 5 : 0)))
  ;(grid[n - 1] as number[])[0] = 1
  return { labels, grid }
}

function show(matrix: ConfusionMatrix) {
  const onOpen = vi.fn()
  renderWith(hostWithEvaluations([]), <MatrixSection matrix={matrix} onOpen={onOpen} />)
  return { onOpen, grid: screen.getByRole('grid', { name: 'Confusion matrix' }) }
}
const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name })

test('a cell says its truth, its prediction, its count and its share of the row', () => {
  show(SMALL)
  expect(cell('truck detected as car: 2 (20.0 % of the row)').textContent).toBe('2')
  expect(cell('car detected rightly: 25 (83.3 % of the row)').textContent).toBe('25')
  expect(cell('car not detected: 4 (13.3 % of the row)')).toBeTruthy()
  expect(cell('truck detected where nothing is annotated: 1 (100.0 % of the row)')).toBeTruthy()
})

test('the same cells show percents of their row', async () => {
  show(SMALL)
  await user.click(screen.getByRole('radio', { name: 'Percent of the row' }))
  expect(cell(/^truck detected as car/).textContent).toBe('20')
  expect(cell(/^truck detected as bus/).textContent).toBe('')
})

test('the tab key reaches one cell, and arrow keys move to the others', async () => {
  const { grid } = show(SMALL)
  expect(
    within(grid)
      .getAllByRole('gridcell')
      .filter((one) => one.tabIndex === 0),
  ).toHaveLength(1)
  cell(/^car detected rightly/).focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(cell(/^truck detected as car/))
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
  expect(document.activeElement).toBe(cell(/^car detected rightly/))
  await user.keyboard('{End}')
  expect(document.activeElement).toBe(cell(/^car not detected/))
  expect(cell(/^car not detected/).tabIndex).toBe(0)
  expect(screen.getByRole('status').textContent).toBe('car not detected: 4 (13.3 % of the row)')
})

test('Enter and a click open the images of a cell, unless it is empty', async () => {
  const { onOpen } = show(SMALL)
  cell(/^truck detected as car/).focus()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ truth: 'truck', prediction: 'car' })
  await user.click(cell(/^truck not detected/))
  expect(onOpen).toHaveBeenLastCalledWith({ truth: 'truck', prediction: BACKGROUND })
  await user.click(cell(/^bus detected as car/))
  expect(onOpen).toHaveBeenCalledTimes(2)
})

test('a matrix of 80 classes can be reduced to those with errors', async () => {
  const { grid } = show(large(80))
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(81 * 81)
  await user.click(screen.getByRole('checkbox', { name: 'Only classes with errors' }))
  const headings = within(grid)
    .getAllByRole('rowheader')
    .map((heading) => heading.textContent)
  expect(headings).toEqual(['class 0', 'class 79', 'not annotated'])
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(9)
})
