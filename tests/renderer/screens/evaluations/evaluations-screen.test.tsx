import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { EvaluationsScreen } from '../../../../src/renderer/screens/evaluations/list/evaluations-screen.tsx'
import { renderAsViewer } from '../../as-viewer.tsx'
import { renderWith } from '../../render.tsx'
import { anEvaluation, anExport, hostWithEvaluations, underWay } from './examples.ts'

const user = userEvent.setup()
beforeEach(() => {
  window.location.hash = '#/evaluations'
})

const row = async (text: string | RegExp) => {
  const table = await screen.findByRole('table', { name: 'Evaluations' })
  return within(table).getByRole('row', { name: text })
}

describe('the list of evaluations', () => {
  test('shows the figures of completed ones, and the progress of others with the time left', async () => {
    renderWith(
      hostWithEvaluations([underWay(), anEvaluation({ id: 'e-2', model_id: 'model-2' })]),
      <EvaluationsScreen />,
    )
    const running = await row(/^Select Road users/)
    expect(running.textContent).toContain('Running')
    // A quarter took 10 s.
    expect(running.textContent).toContain('3 of 12 images, about 30 s left')
    const completed = await row(/^Select Night cars/)
    expect(completed.textContent).toContain('71.0 %')
    expect(completed.textContent).toContain('82.7 %')
    expect(within(completed).getByRole('link').getAttribute('href')).toBe('#/evaluations/e-2')
  })

  test('marks those that were made with other options of the model', async () => {
    const old = anEvaluation({ id: 'e-2', model_id: 'model-2', options_changed: true })
    renderWith(hostWithEvaluations([anEvaluation(), old]), <EvaluationsScreen />)
    expect((await row(/^Select Night cars/)).textContent).toContain('Made with other options')
    expect((await row(/^Select Road users/)).textContent).not.toContain('Made with other options')
  })

  test('keeps the names of what was deleted, and marks figures that are undefined', async () => {
    const metrics = { tp: 0, fp: 0, fn: 0, precision: null, recall: null, f1: null, macro_f1: null, map: null }
    const old = anEvaluation({ model_id: 'gone', export_id: null, overall_metrics: metrics })
    renderWith(hostWithEvaluations([old]), <EvaluationsScreen />)
    const found = await row(/Road users \(deleted\)/)
    expect(found.textContent).toContain('Street 1')
    expect(within(found).getAllByText('n/a')).toHaveLength(2)
  })

  test('opens the comparison of two completed evaluations', async () => {
    const others = [2, 3].map((n) => anEvaluation({ id: `e-${n}`, model_id: 'model-2' }))
    renderWith(
      hostWithEvaluations([underWay({ id: 'e-0' }), anEvaluation({ id: 'e-1' }), ...others]),
      <EvaluationsScreen />,
    )
    await screen.findByRole('table', { name: 'Evaluations' })
    const boxes = screen.getAllByRole('checkbox') as HTMLInputElement[]
    const compare = screen.getByRole('button', { name: 'Compare' }) as HTMLButtonElement
    expect(boxes.map((box) => box.disabled)).toEqual([true, false, false, false])
    expect(compare.disabled).toBe(true)
    await user.click(boxes[1] as HTMLElement)
    await user.click(boxes[3] as HTMLElement)
    expect(boxes[2]?.disabled).toBe(true)
    await user.click(compare)
    expect(window.location.hash).toBe('#/evaluations/e-1/compare/e-3')
  })

  test('lists the evaluations of one model', async () => {
    const host = hostWithEvaluations([anEvaluation(), anEvaluation({ id: 'e-2', model_id: 'model-2' })])
    renderWith(host, <EvaluationsScreen modelId="model-2" />)
    await row(/Night cars/)
    expect(screen.queryByRole('link', { name: 'Road users' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Model' }))
    await user.click(await screen.findByRole('option', { name: 'All models' }))
    expect(window.location.hash).toBe('#/evaluations')
  })

  test('cancels an evaluation that is under way', async () => {
    renderWith(hostWithEvaluations([underWay()]), <EvaluationsScreen />)
    await user.click(await screen.findByRole('button', { name: 'Cancel the evaluation of Road users' }))
    await waitFor(async () => expect((await row(/Road users/)).textContent).toContain('Cancelled'))
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })

  test('an empty list explains evaluations', async () => {
    renderWith(hostWithEvaluations([]), <EvaluationsScreen />)
    await screen.findByRole('heading', { name: 'No evaluations yet' })
    expect(screen.getByText(/An export is a frozen copy of a data set/)).toBeTruthy()
  })

  test('reports a list that could not be read, and reads it again', async () => {
    const host = hostWithEvaluations([anEvaluation()])
    host.failNext('modelEvaluations.list', 'The database is not reachable.')
    renderWith(host, <EvaluationsScreen />)
    await screen.findByText('The database is not reachable.')
    const reads = () => host.state.calls.filter(({ endpoint }) => endpoint === 'modelEvaluations.list').length
    const before = reads()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reads()).toBeGreaterThan(before)
    expect((await row(/Road users/)).textContent).toContain('71.0 %')
    expect(screen.queryByText('The database is not reachable.')).toBeNull()
  })

  test('does not let a viewer start or cancel one', async () => {
    const host = hostWithEvaluations([underWay()])
    renderAsViewer(host, <EvaluationsScreen />)
    const start = await screen.findByRole('button', { name: 'New evaluation' })
    await waitFor(() => expect(start.getAttribute('aria-disabled')).toBe('true'))
    await user.click(start)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(await screen.findByRole('button', { name: /^Cancel the evaluation/ }))
    expect(host.state.calls.some(({ endpoint }) => endpoint === 'modelEvaluations.cancel')).toBe(false)
  })
})

describe('a new evaluation', () => {
  const open = async (exports = [anExport()]) => {
    const host = hostWithEvaluations([anEvaluation()], exports)
    renderWith(host, <EvaluationsScreen />)
    await user.click(await screen.findByRole('button', { name: 'New evaluation' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('button', { name: 'Start' })
    return { host, dialog }
  }
  const choose = async (dialog: HTMLElement, field: string, option: RegExp) => {
    await user.click(within(dialog).getByRole('combobox', { name: field }))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const created = (host: ReturnType<typeof hostWithEvaluations>) =>
    host.state.calls.filter(({ endpoint }) => endpoint === 'modelEvaluations.create').map(({ input }) => input)

  test('starts with a model, an export and thresholds, and opens its page', async () => {
    const { host, dialog } = await open()
    await choose(dialog, 'Model', /Night cars/)
    await choose(dialog, 'Data set', /Street/)
    await user.click(await within(dialog).findByRole('radio', { name: /Street 1/ }))
    expect(await within(dialog).findByText(/It will cost/)).toBeTruthy()
    const iou = within(dialog).getByRole('textbox', { name: /IoU threshold/ })
    await user.clear(iou)
    await user.type(iou, '0.75')
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(window.location.hash).toBe('#/evaluations/evaluation-2'))
    const body = { model_id: 'model-2', export_id: 'export-1', iou_threshold: 0.75, confidence_threshold: 0.5 }
    expect(created(host)).toEqual([{ body }])
  })

  test('makes an export on the way, and selects it', async () => {
    const { host, dialog } = await open([])
    await choose(dialog, 'Model', /Road users/)
    await choose(dialog, 'Data set', /Street/)
    await user.click(await within(dialog).findByRole('button', { name: 'Make an export now' }))
    expect(await within(dialog).findByRole('button', { name: 'Cancel the export' })).toBeTruthy()
    await within(dialog).findByText(/is ready and selected/, {}, { timeout: 5_000 })
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))
    await waitFor(() => expect(created(host)).toHaveLength(1))
    expect(created(host)[0]).toMatchObject({ body: { export_id: 'export-1' } })
  })

  test('names what is missing, and values that are out of range', async () => {
    const { host, dialog } = await open()
    const iou = within(dialog).getByRole('textbox', { name: /IoU threshold/ })
    await user.clear(iou)
    await user.type(iou, '0')
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))
    expect(within(dialog).getByText('Choose a model.')).toBeTruthy()
    expect(within(dialog).getByText('Choose a data set.')).toBeTruthy()
    expect(within(dialog).getByText('Enter a number above 0, at most 1.')).toBeTruthy()
    expect(created(host)).toEqual([])
  })

  test('names the classes of the export that the model does not know', async () => {
    const { dialog } = await open()
    await choose(dialog, 'Model', /Road users/)
    await choose(dialog, 'Data set', /Street/)
    await user.click(await within(dialog).findByRole('radio', { name: /Street 1/ }))
    expect(within(dialog).getByText(/does not know these classes of the export: truck/)).toBeTruthy()
  })

  test('stays open with the reason when the server refuses it', async () => {
    const { host, dialog } = await open()
    await choose(dialog, 'Model', /Road users/)
    await choose(dialog, 'Data set', /Street/)
    await user.click(await within(dialog).findByRole('radio', { name: /Street 1/ }))
    host.failNext('modelEvaluations.create', 'The credits of this month are used.')
    await user.click(within(dialog).getByRole('button', { name: 'Start' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The credits of this month are used.')
  })
})
