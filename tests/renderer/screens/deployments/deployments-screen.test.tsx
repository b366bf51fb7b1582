import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { HostError } from '../../../../src/renderer/base/host/host-context.ts'
import { DeploymentsScreen } from '../../../../src/renderer/screens/deployments/list/deployments-screen.tsx'
import type { Deployment } from '../../../../src/shared/api/deployments.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { aModel } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDeployment, COMPUTE_OPTIONS, someMetrics } from './deployments.ts'

function aHost(start: Deployment[]) {
  let deployments = start
  const become = (ids: readonly string[], part: Partial<Deployment>) => {
    deployments = deployments.map((one) => (ids.includes(one.id) ? { ...one, ...part } : one))
    return deployments.find(({ id }) => id === ids[0]) as Deployment
  }
  const result = (succeeded: string[]) => ({ succeeded, not_found: [], count: succeeded.length })
  const host = hostWithAnswers({
    'deployments.list': () => deployments,
    'deployments.metrics': () => someMetrics(),
    'deployments.computeOptions': () => COMPUTE_OPTIONS,
    'deployments.quote': ({ query }) => ({
      rate_per_min_micro_usd: 1000,
      cost_per_hour_micro_usd: 60_000,
      cost_per_day_micro_usd: 1_440_000,
      scale_to_zero: query?.min_containers === 0,
      billing_note: 'Free.',
      text: { code: 'x', params: {} },
    }),
    'deployments.create': ({ body }) => {
      const deployment = aDeployment({ id: 'made', name: body.name ?? 'chosen', status: 'provisioning' })
      if (deployments.some(({ name }) => name === deployment.name))
        throw new HostError({ code: 'name_conflict', message: 'There is a deployment of this name.', details: [] })
      deployments = [deployment, ...deployments]
      return { deployment, auth_token: 'pk_deploy_whole' }
    },
    'deployments.pause': ({ params }) => become([params.deployment], { status: 'paused' }),
    'deployments.resume': ({ params }) => become([params.deployment], { status: 'provisioning' }),
    'deployments.bulkPause': ({ body }) => {
      become(body.deployment_ids, { status: 'paused' })
      return result(body.deployment_ids)
    },
    'deployments.bulkDelete': ({ body }) => {
      deployments = deployments.filter(({ id }) => !body.deployment_ids.includes(id))
      return result(body.deployment_ids)
    },
    'deployments.delete': ({ params }) => {
      deployments = deployments.filter(({ id }) => id !== params.deployment)
      return undefined as never
    },
  })
  host.state.models = [aModel(), aModel({ id: 'model-2', name: 'Not ready', status: 'training' })]
  return host
}

function show(start: Deployment[]) {
  const host = aHost(start)
  renderWith(host, <DeploymentsScreen />)
  return host
}

const callsOf = (host: ReturnType<typeof aHost>, id: string) =>
  host.state.calls.filter(({ endpoint }) => endpoint === id).map(({ input }) => input)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(`Choose “${name}”`) })

describe('the list of deployments', () => {
  test('an empty list explains deployments and offers to deploy a model', async () => {
    show([])
    expect(await screen.findByText('No deployments yet')).toBeTruthy()
    expect(screen.getByText(/Programs post images to the address/)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Deploy a model' })).toHaveLength(2)
    expect(screen.getByRole('link', { name: /Learn more|guide/i }).getAttribute('href')).toBe('#/guide/deployments')
  })

  test('shows the reason of a failed read, and reads again on request', async () => {
    const host = aHost([aDeployment()])
    host.failNext('deployments.list', 'The database is unavailable.')
    renderWith(host, <DeploymentsScreen />)
    expect(await screen.findByText('The database is unavailable.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row('gate')).toBeTruthy()
  })

  test('has model, status, compute, containers, live figures and cost of each one', async () => {
    show([
      aDeployment(),
      aDeployment({
        id: 'dep-2',
        name: 'yard',
        status: 'failed',
        error: 'The model can’t be opened.',
        model_id: 'gone',
      }),
      aDeployment({ id: 'dep-3', name: 'old', status: 'terminated' }),
    ])
    const active = await row('gate')
    await within(active).findByText('42 ms')
    expect(within(active).getByText('Active')).toBeTruthy()
    expect(await within(active).findByText('Road users')).toBeTruthy()
    const cells = within(active)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(2, 7)).toEqual(['CPU', '0–32 running', '1.5', '42 ms', 'US$2.50'])
    const failed = await row('yard')
    expect(within(failed).getByText('The model can’t be opened.')).toBeTruthy()
    expect(within(failed).getByText('A deleted model')).toBeTruthy()
    expect(screen.queryByText('old')).toBeNull()
  })

  test('reads live figures of active deployments only', async () => {
    const host = show([aDeployment(), aDeployment({ id: 'dep-2', name: 'yard', status: 'paused' })])
    await within(await row('gate')).findByText('42 ms')
    expect(callsOf(host, 'deployments.metrics')).toEqual([{ params: { deployment: 'dep-1' } }])
  })

  test('pauses and resumes a deployment', async () => {
    show([aDeployment()])
    await userEvent.click(await screen.findByRole('button', { name: 'Pause “gate”' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Resume “gate”' }))
    expect(await within(await row('gate')).findByText('Starting')).toBeTruthy()
  })

  test('deletes a deployment after the consequences are confirmed', async () => {
    show([aDeployment()])
    await userEvent.click(await screen.findByRole('button', { name: 'Delete “gate”' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/get an error at once, and its token stops working/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete deployment' }))
    expect(await screen.findByText('No deployments yet')).toBeTruthy()
  })

  test('pauses those of the chosen deployments that run, and deletes all of them', async () => {
    const others = [
      aDeployment({ id: 'dep-2', name: 'yard' }),
      aDeployment({ id: 'dep-3', name: 'roof', status: 'paused' }),
      aDeployment({ id: 'dep-4', name: 'door' }),
    ]
    const host = show([aDeployment(), ...others])
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all deployments' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Choose “door”' }))
    expect(screen.getByText('3 chosen')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('2 deployments paused.')).toBeTruthy()
    expect(callsOf(host, 'deployments.bulkPause')).toEqual([{ body: { deployment_ids: ['dep-1', 'dep-2'] } }])
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Pause' }) as HTMLButtonElement).disabled).toBe(true),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 3 deployments' }))
    await waitFor(() => expect(screen.queryByText('gate')).toBeNull())
    expect(screen.getByText('1 deployment')).toBeTruthy()
  })

  test('shows a viewer everything and refuses each change with the reason', async () => {
    const host = aHost([aDeployment()])
    renderAsViewer(host, <DeploymentsScreen />)
    await row('gate')
    for (const name of ['Pause “gate”', 'Delete “gate”', 'Deploy a model']) {
      const button = screen.getByRole('button', { name })
      await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
      expect(button.getAttribute('aria-description')).toContain('Your role is Viewer.')
      await userEvent.click(button)
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callsOf(host, 'deployments.pause')).toEqual([])
  })
})

describe('the dialog that deploys a model', () => {
  const open = async (start: Deployment[] = []) => {
    const host = show(start)
    const [button] = await screen.findAllByRole('button', { name: 'Deploy a model' })
    await userEvent.click(button as HTMLElement)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByLabelText('Name')
    return { host, dialog }
  }
  const submit = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Deploy' }))

  test('shows the price of the compute that this machine has', async () => {
    const { dialog } = await open()
    expect(within(dialog).getByRole('combobox', { name: 'Compute' })).toHaveProperty('value', 'CPU, US$0.06 an hour')
    expect(
      await within(dialog).findByText('US$0.06 an hour for each running container, nothing while idle.'),
    ).toBeTruthy()
    const min = within(dialog).getByLabelText('Minimum containers')
    await userEvent.clear(min)
    await userEvent.type(min, '2')
    expect(
      await within(dialog).findByText(/^US\$0\.06 .* 2 containers run all the time: at least US\$2\.88 a day\.$/),
    ).toBeTruthy()
    expect(within(dialog).getByLabelText('Maximum containers')).toHaveProperty('value', '2')
  })

  test('creates the deployment, and shows its token until the button is pressed', async () => {
    const { host, dialog } = await open()
    await userEvent.type(within(dialog).getByLabelText('Name'), ' gate ')
    await userEvent.type(within(dialog).getByLabelText('Minimum confidence'), '0.4')
    await submit(dialog)
    expect(await screen.findByLabelText('Token')).toHaveProperty('value', 'pk_deploy_whole')
    expect(callsOf(host, 'deployments.create')).toEqual([
      {
        body: {
          model_id: 'model-1',
          name: 'gate',
          compute_type: 'cpu',
          min_containers: 0,
          max_containers: 1,
          scaledown_window: 60,
          inference_config: { confidence: 0.4 },
        },
      },
    ])
    await userEvent.keyboard('{Escape}')
    expect(screen.getByLabelText('Token')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(window.location.hash).toBe('#/deployments/made'))
  })

  test('shows that a name is taken at the name', async () => {
    const { dialog } = await open([aDeployment()])
    await userEvent.type(within(dialog).getByLabelText('Name'), 'gate')
    await submit(dialog)
    expect(await within(dialog).findByText('There is a deployment of this name.')).toBeTruthy()
    expect(within(dialog).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })

  test('shows a refusal that belongs to no field above the buttons', async () => {
    const { host, dialog } = await open()
    host.failNext('deployments.create', 'The credits don’t suffice.')
    await submit(dialog)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('The credits don’t suffice.')
  })
})
