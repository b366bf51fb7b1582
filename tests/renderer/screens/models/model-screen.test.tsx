import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ModelScreen } from '../../../../src/renderer/screens/models/model/model-screen.tsx'
import { ModelsScreen } from '../../../../src/renderer/screens/models/models-screen.tsx'
import type { Model } from '../../../../src/shared/api/models.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { aModel } from '../../examples.ts'
import { inUseWith } from '../../parts/model/model-input/examples.ts'
import { renderWith } from '../../render.tsx'
import { aDeployment } from '../deployments/deployments.ts'
import { anEvaluation, hostWithEvaluations } from '../evaluations/examples.ts'

const user = userEvent.setup()

function hostWith(model: Partial<Model> = {}) {
  const host = hostWithEvaluations([anEvaluation(), anEvaluation({ id: 'e-2', model_id: 'model-2' })])
  host.state.models = [aModel(model)]
  return host
}
const show = (model: Partial<Model> = {}) => {
  const host = hostWith(model)
  renderWith(host, <ModelScreen modelId="model-1" />)
  return host
}

test('a card of the list leads to the page of its model', async () => {
  renderWith(hostWith(), <ModelsScreen />)
  const heading = await screen.findByRole('heading', { name: 'Road users' })
  expect(within(heading).getByRole('link').getAttribute('href')).toBe('#/models/model-1')
})

test('the page shows the licence, the classes and the model card', async () => {
  show({ license_id: 'Apache-2.0', readme: '# About\n\nTrained on *streets*.' })
  expect(await screen.findByText('Apache-2.0')).toBeTruthy()
  const classes = within(screen.getByRole('list', { name: 'Classes' })).getAllByRole('listitem')
  expect(classes.map((item) => item.textContent)).toEqual(['car', 'person'])
  expect(await screen.findByRole('heading', { name: 'About' })).toBeTruthy()
})

test('a licence of its own is shown as text', async () => {
  show({ license_id: 'custom', license_custom_text: 'Only for road works.' })
  expect(await screen.findByText('Only for road works.')).toBeTruthy()
})

test('the page shows each value of the input with where it comes from', async () => {
  const conversion = { channels: 'bgr' as const }
  show({ conversion, conversion_in_use: { ...inUseWith(conversion), mean: [103.939, 116.779, 123.68] } })
  const channels = await screen.findByText('Channel order')
  expect(channels.nextElementSibling?.textContent).toBe('BGR set')
  expect(screen.getByText('Mean').nextElementSibling?.textContent).toBe('103.939 · 116.779 · 123.68 assumed')
})

test('the page lists the evaluations of this model only', async () => {
  show()
  const table = await screen.findByRole('table', { name: 'Evaluations' })
  const links = within(table).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/evaluations/evaluation-1'])
})

test('the new evaluation begins with this model', async () => {
  show()
  await user.click(await screen.findByRole('button', { name: 'Evaluate' }))
  const model = await screen.findByRole('combobox', { name: 'Model' })
  expect((model as HTMLInputElement).value).toBe('Road users')
})

test('a model that finds no objects can’t be evaluated', async () => {
  show({ model_type: 'classification' })
  await screen.findByRole('heading', { name: 'Used by' })
  expect(screen.queryByRole('button', { name: 'Evaluate' })).toBeNull()
})

test('the check measures the model on each device', async () => {
  const host = show()
  host.state.speeds = { cpu: 42 }
  await user.click(await screen.findByRole('button', { name: 'Measure' }))
  const table = screen.getByRole('table', { name: 'Speed of “Road users”' })
  await waitFor(() => expect(within(table).getByRole('row', { name: /^CPU/ }).textContent).toContain('42'))
})

test('a viewer sees the speeds, and measures nothing', async () => {
  const host = hostWith()
  renderAsViewer(host, <ModelScreen modelId="model-1" />)
  await screen.findByRole('table', { name: 'Speed of “Road users”' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Measure' })).toBeNull())
})

test('the page names the workflows and the unfinished runs and evaluations that use the model', async () => {
  const host = hostWith()
  host.state.modelUsers = {
    workflows: [{ id: 'wf-1', name: 'Crossing' }],
    runs: [{ id: 'run-1', workflow_name: 'Night shift' }],
    evaluations: [{ id: 'evaluation-1', export_name: 'Street' }],
  }
  renderWith(host, <ModelScreen modelId="model-1" />)
  expect((await screen.findByRole('link', { name: 'Crossing' })).getAttribute('href')).toBe('#/workflows/wf-1')
  expect(screen.getByRole('link', { name: 'Run of Night shift' }).getAttribute('href')).toBe('#/runs/run-1')
  const evaluation = screen.getByRole('link', { name: 'Evaluation on Street' })
  expect(evaluation.getAttribute('href')).toBe('#/evaluations/evaluation-1')
})

test('the page leads to the deployments of the model', async () => {
  const deployments = [
    aDeployment({ name: 'street' }),
    aDeployment({ id: 'dep-2', model_id: 'model-2', name: 'other' }),
  ]
  const host = hostWithEvaluations([], [], deployments)
  renderWith(host, <ModelScreen modelId="model-1" />)
  const list = await screen.findByRole('list', { name: 'Deployments' })
  expect(within(list).getByRole('link', { name: 'street' }).getAttribute('href')).toBe('#/deployments/dep-1')
  expect(list.textContent).toBe('streetActive')
})

test('a model that was deleted is not shown any more, unless that is undone', async () => {
  show()
  await user.click(await screen.findByRole('button', { name: 'More actions for Road users' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('This model is not there any more.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Road users' })).toBeTruthy()
})
