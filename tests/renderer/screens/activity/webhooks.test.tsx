import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ActivityScreen } from '../../../../src/renderer/screens/activity/activity-screen.tsx'
import type { WebhookDelivery, WebhookEndpoint } from '../../../../src/shared/api/webhooks.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const URL = 'https://example.com/hook'

const aReceiver = (part: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 'end-1',
  organization_id: 'org',
  name: 'example-com',
  url: URL,
  description: null,
  event_types: [],
  enabled: true,
  secret_version: 1,
  secret_prefix: 'whsec_abcdef',
  consecutive_failures: 0,
  disabled_reason: null,
  auth_header_names: null,
  last_delivery_at: null,
  created_at: '2026-03-04T10:00:00Z',
  ...part,
})

const aDelivery = (part: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 'del-1',
  endpoint_id: 'end-1',
  organization_id: 'org',
  event_type: 'workflow_run.completed',
  delivery_id: 'message-1',
  status: 'delivered',
  attempts: 1,
  last_status_code: 204,
  last_error: null,
  next_retry_at: null,
  created_at: '2026-03-04T10:00:00Z',
  delivered_at: '2026-03-04T10:00:01Z',
  ...part,
})

function show(start: WebhookEndpoint[], deliveries: WebhookDelivery[] = []) {
  let receivers = start
  const host = hostWithAnswers({
    'webhooks.list': () => receivers,
    'webhooks.create': ({ body }) => {
      const made = aReceiver({ id: 'made', url: body.url, event_types: body.event_types ?? [] })
      receivers = [made, ...receivers]
      return { endpoint: made, secret: 'whsec_whole' }
    },
    'webhooks.update': ({ params, body }) => {
      receivers = receivers.map((r) => (r.id === params.endpoint ? { ...r, ...body } : r))
      return receivers.find((r) => r.id === params.endpoint) ?? aReceiver()
    },
    'webhooks.rotateSecret': () => ({ endpoint: aReceiver(), secret: 'whsec_second' }),
    'webhooks.test': () => ({ delivered: false, status_code: 500, error: 'status 500' }),
    'webhooks.delete': ({ params }) => {
      receivers = receivers.filter((r) => r.id !== params.endpoint)
      return undefined as never
    },
    'webhooks.deliveries': ({ query }) =>
      deliveries.filter(({ status }) => !query?.status || status === query.status).slice(0, query?.limit),
    'webhooks.replay': () => undefined as never,
  })
  renderWith(host, <ActivityScreen page="webhooks" />)
  return { host, receivers: () => receivers }
}

const callsOf = (host: ReturnType<typeof show>['host'], id: string) =>
  host.state.calls.filter(({ endpoint }) => endpoint === id).map(({ input }) => input)

test('creates a receiver for chosen events, and shows its secret until the button is pressed', async () => {
  const { host } = show([])
  expect(await screen.findByText('No receivers yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'New receiver…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create receiver' }))
  expect(await within(dialog).findByText('Enter an address.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Address'), ` ${URL} `)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'A run has failed' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create receiver' }))
  expect(((await screen.findByLabelText('Secret')) as HTMLInputElement).value).toBe('whsec_whole')
  expect(callsOf(host, 'webhooks.create')).toEqual([{ body: { url: URL, event_types: ['workflow_run.failed'] } }])
  await userEvent.keyboard('{Escape}')
  expect(screen.getByLabelText('Secret')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('rowheader', { name: /^https:\/\/example\.com\/hook/ })).toBeTruthy()
})

test('shows the reason at the address when it is refused', async () => {
  const { host } = show([])
  host.failNext('webhooks.create', 'The address must begin with https://.')
  await userEvent.click(await screen.findByRole('button', { name: 'New receiver…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Address'), 'http://example.com')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create receiver' }))
  expect(await within(dialog).findByText('The address must begin with https://.')).toBeTruthy()
})

test('sends only changed fields of a receiver', async () => {
  const { host } = show([aReceiver({ event_types: ['workflow_run.failed'] })])
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${URL}` }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'A run has completed' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(host, 'webhooks.update')).toEqual([
    { params: { endpoint: 'end-1' }, body: { event_types: ['workflow_run.failed', 'workflow_run.completed'] } },
  ])
})

test('pauses a receiver, and shows it as working again when the change fails', async () => {
  const { host, receivers } = show([aReceiver()])
  const active = (await screen.findByRole('switch', { name: `Send messages to ${URL}` })) as HTMLInputElement
  host.failNext('webhooks.update', 'This needs the role admin.')
  await userEvent.click(active)
  expect(await screen.findByText('This needs the role admin.')).toBeTruthy()
  expect(active.checked).toBe(true)
  await userEvent.click(active)
  expect(await screen.findByText('Paused')).toBeTruthy()
  expect(receivers()[0]?.enabled).toBe(false)
})

test('reports why a receiver is disabled, and the result of a test message', async () => {
  show([aReceiver({ enabled: false, consecutive_failures: 20, disabled_reason: '20 attempts in a row failed' })])
  expect(await screen.findByText(/stopped: 20 attempts in a row failed\./)).toBeTruthy()
  expect(screen.getByText('Disabled')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: `Send a test message to ${URL}` }))
  expect(await screen.findByText('The receiver responded with status 500')).toBeTruthy()
})

test('shows a new secret after a confirmation, and deletes a receiver after another', async () => {
  const { receivers } = show([aReceiver()])
  await userEvent.click(await screen.findByRole('button', { name: `New secret for ${URL}` }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create new secret' }))
  expect(((await screen.findByLabelText('Secret')) as HTMLInputElement).value).toBe('whsec_second')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await userEvent.click(screen.getByRole('button', { name: `Delete ${URL}` }))
  expect(receivers()).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete receiver' }))
  expect(await screen.findByText('No receivers yet')).toBeTruthy()
})

test('lists deliveries, filters them, and sends abandoned ones again', async () => {
  const given = aDelivery({ id: 'del-2', status: 'dead_letter', attempts: 6, last_status_code: 503 })
  const { host } = show([aReceiver()], [aDelivery(), given])
  const table = await screen.findByRole('table', { name: 'Deliveries' })
  expect(within(table).getByText('Accepted with status 204')).toBeTruthy()
  expect(within(table).getByText('The receiver responded with status 503')).toBeTruthy()
  await userEvent.click(within(table).getByRole('button', { name: /^Send again: A run has completed/ }))
  expect(await screen.findByText('1 message will be sent again.')).toBeTruthy()
  expect(callsOf(host, 'webhooks.replay')).toEqual([{ params: { delivery_id: 'del-2' } }])
  await userEvent.click(screen.getByRole('combobox', { name: 'State' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Given up' }))
  await waitFor(() => expect(screen.queryByText('Accepted with status 204')).toBeNull())
  expect(screen.getByRole('button', { name: 'Send 1 again' })).toBeTruthy()
})

test('shows older deliveries on request', async () => {
  show(
    [aReceiver()],
    Array.from({ length: 60 }, (_, i) => aDelivery({ id: `del-${i}` })),
  )
  const table = await screen.findByRole('table', { name: 'Deliveries' })
  expect(within(table).getAllByRole('rowheader')).toHaveLength(50)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(within(table).getAllByRole('rowheader')).toHaveLength(60))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})
