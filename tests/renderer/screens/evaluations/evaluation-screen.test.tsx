import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { EvaluationScreen } from '../../../../src/renderer/screens/evaluations/evaluation/evaluation-screen.tsx'
import type { ModelEvaluation } from '../../../../src/shared/api/model-evaluations.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { renderWith } from '../../render.tsx'
import { anEvaluation, hostWithEvaluations, underWay } from './examples.ts'

const user = userEvent.setup()
const show = (evaluation: ModelEvaluation) => {
  const host = hostWithEvaluations([evaluation])
  renderWith(host, <EvaluationScreen evaluationId={evaluation.id} />)
  return host
}

describe('an evaluation without figures', () => {
  test('shows its progress and the time left, and is cancelled', async () => {
    show(underWay())
    await screen.findByRole('heading', { name: 'The evaluation is running' })
    expect(screen.getByText('3 of 12 images, about 30 s left')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    await user.click(screen.getByRole('button', { name: 'Cancel the evaluation' }))
    await screen.findByRole('heading', { name: 'The evaluation was cancelled' })
  })

  test('is not cancelled by a viewer', async () => {
    const host = hostWithEvaluations([underWay()])
    renderAsViewer(host, <EvaluationScreen evaluationId="evaluation-1" />)
    const cancel = await screen.findByRole('button', { name: 'Cancel the evaluation' })
    await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'))
    await user.click(cancel)
    expect(host.state.calls.some(({ endpoint }) => endpoint === 'modelEvaluations.cancel')).toBe(false)
  })

  test('reports the reason of a failure, and leads to the model', async () => {
    show(underWay({ status: 'failed', error_message: 'The file of the model is damaged.' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The file of the model is damaged.')
    expect(screen.getByRole('link', { name: 'Open the model' }).getAttribute('href')).toBe('#/models/model-1')
  })

  test('reports an evaluation that does not exist', async () => {
    renderWith(hostWithEvaluations([]), <EvaluationScreen evaluationId="nothing" />)
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such evaluation.')
  })
})

describe('a completed evaluation', () => {
  test('shows the figures, n/a where one is undefined', async () => {
    show(anEvaluation())
    const value = async (name: string) =>
      (await screen.findAllByText(name, { selector: 'dt' }))[0]?.nextElementSibling?.textContent
    expect(await value('mAP')).toBe('71.0 %')
    expect(await value('Macro F1')).toBe('n/a')
    expect(await value('Wrong')).toBe('4')
    expect(await value('Missed')).toBe('9')
  })

  test('sorts its classes by a column, and back', async () => {
    show(anEvaluation())
    const table = await screen.findByRole('table', { name: 'Classes' })
    const names = () =>
      within(table)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent)
    expect(names()).toEqual(['car', 'truck', 'bus'])
    const heading = within(table).getByRole('columnheader', { name: 'Missed' })
    await user.click(within(heading).getByRole('button'))
    expect(heading.getAttribute('aria-sort')).toBe('descending')
    expect(names()).toEqual(['car', 'truck', 'bus'])
    await user.click(within(heading).getByRole('button'))
    expect(names()).toEqual(['bus', 'truck', 'car'])
  })

  test('reads the curves at the recall of the arrow keys, and hides a class', async () => {
    show(anEvaluation())
    const chart = await screen.findByRole('slider', { name: /Precision by recall/ })
    chart.focus()
    await user.keyboard('{Home}{PageUp}')
    expect(chart.getAttribute('aria-valuenow')).toBe('10')
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^Recall 10 %, car \d+ %, truck \d+ %$/)
    await user.click(screen.getByRole('button', { name: /^truck/ }))
    expect(chart.getAttribute('aria-valuetext')).toMatch(/^Recall 10 %, car \d+ %$/)
    await user.keyboard('{End}')
    chart.focus()
    await user.keyboard('{End}')
    expect(screen.getByRole('button', { name: /^car/ }).textContent).toContain('not reached')
  })

  test('says so in place of the chart when no detection is right', async () => {
    const { overall_metrics } = anEvaluation()
    show(anEvaluation({ overall_metrics: overall_metrics && { ...overall_metrics, tp: 0 } }))
    expect(await screen.findByText(/^No detection matches an object of its class/)).toBeTruthy()
    expect(screen.queryByRole('slider', { name: /Precision by recall/ })).toBe(null)
  })

  test('names the first of many classes that the model does not know', async () => {
    const unknown_classes = Array.from({ length: 80 }, (_, i) => `class ${i + 1}`)
    show(anEvaluation({ config: { unknown_classes } }))
    const note = await screen.findByText(/^The model does not know these classes of the export: class 1, class 2,/)
    expect(note.textContent).toContain('class 8, and 72 more.')
  })

  test('shows figures of masks when there are some', async () => {
    const per_class = [{ class_name: 'car', iou: 0.7, mask_ap: null }]
    show(anEvaluation({ seg_metrics: { mean_iou: 0.7, mask_map: 0.6, per_class } }))
    const table = await screen.findByRole('table', { name: 'Masks' })
    expect(within(table).getByRole('row', { name: /car/ }).textContent).toBe('car70.0 %n/a')
  })

  test('says that some images could not be evaluated', async () => {
    show(anEvaluation({ failed_images: 2 }))
    expect(await screen.findByText(/^2 images could not be evaluated/)).toBeTruthy()
  })
})

test('classes that the model does not know are named', async () => {
  show(anEvaluation({ config: { unknown_classes: ['tram'] } }))
  expect(await screen.findByText(/does not know these classes of the export: tram/)).toBeTruthy()
})

describe('the images of an evaluation', () => {
  const openCell = async () => {
    const host = show(anEvaluation())
    await user.click(await screen.findByRole('gridcell', { name: /^truck detected as car/ }))
    return { host, dialog: await screen.findByRole('dialog', { name: /^frame-3.jpg/ }) }
  }
  const objects = (dialog: HTMLElement) =>
    within(dialog)
      .queryAllByRole('listitem')
      .map((item) => item.textContent)

  test('of a cell show the objects of the cell first, and all or the wrong ones on request', async () => {
    const { host, dialog } = await openCell()
    const asked = host.state.calls.find(({ endpoint }) => endpoint === 'modelEvaluations.images')?.input
    expect(asked).toMatchObject({ query: { truth: 'truck', prediction: 'car' } })
    await waitFor(() =>
      expect(objects(dialog)).toEqual([
        'Annotation truckdetected as car',
        'Detection car, confidence 0.84annotated as truck',
      ]),
    )
    await user.click(within(dialog).getByRole('radio', { name: 'Only errors' }))
    expect(objects(dialog)).toHaveLength(4)
    await user.click(within(dialog).getByRole('checkbox', { name: 'Detections' }))
    expect(objects(dialog)).toEqual(['Annotation truckdetected as car', 'Annotation carmissed'])
    await user.click(within(dialog).getByRole('radio', { name: 'All' }))
    expect(objects(dialog)).toHaveLength(3)
  })

  test('draws annotations solid, detections dashed, and hatches errors', async () => {
    const { dialog } = await openCell()
    await user.click(await within(dialog).findByRole('radio', { name: 'All' }))
    const outline = (kind: string, outcome: string) =>
      dialog.querySelector(`[data-kind="${kind}"][data-outcome="${outcome}"] path:last-child`)
    await waitFor(() => expect(outline('truth', 'right')).not.toBeNull())
    expect(outline('truth', 'right')?.getAttribute('stroke-dasharray')).toBeNull()
    expect(outline('truth', 'right')?.getAttribute('fill')).toBe('none')
    expect(outline('prediction', 'right')?.getAttribute('stroke-dasharray')).not.toBeNull()
    expect(outline('truth', 'confused')?.getAttribute('fill')).toMatch(/^url/)
    expect(outline('prediction', 'alone')?.getAttribute('fill')).toMatch(/^url/)
  })

  test('are walked through by keys, without leaving the list', async () => {
    const { dialog } = await openCell()
    expect(within(dialog).getByText('Image 1 of 2')).toBeTruthy()
    within(dialog)
      .getByRole('button', { name: /^Next image/ })
      .focus()
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('dialog', { name: /^frame-7.jpg/ })
    await user.keyboard('n')
    expect(screen.getByText('Image 2 of 2')).toBeTruthy()
    await user.keyboard('p')
    await screen.findByRole('dialog', { name: /^frame-3.jpg/ })
  })

  test('are read from the host by their position in the export, and ranked', async () => {
    show(anEvaluation())
    const card = await screen.findByRole('button', { name: 'Open frame-7.jpg' })
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/files/exports/export-1/images/7')
    await user.click(screen.getByRole('radio', { name: 'Fewest errors' }))
    expect(screen.queryByRole('button', { name: 'Open frame-7.jpg' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Open frame-0.jpg' })).toBeTruthy()
  })

  test('are listed, and not opened, when the export was deleted with them', async () => {
    const host = show(anEvaluation({ export_id: 'export-gone' }))
    expect(await screen.findByText(/^The export was deleted, and its images/)).toBeTruthy()
    expect(screen.getByText('Street 1 (deleted)')).toBeTruthy()
    const table = screen.getByRole('table', { name: 'Images' })
    expect(within(table).getByRole('row', { name: /^frame-3.jpg/ })).toBeTruthy()
    expect(within(table).queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('gridcell', { name: /^truck detected as car/ }))
    expect(host.state.calls.some(({ endpoint }) => endpoint === 'modelEvaluations.images')).toBe(false)
  })
})
