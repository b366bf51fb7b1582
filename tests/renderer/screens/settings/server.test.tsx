import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsProvider } from '../../../../src/renderer/base/settings/settings-context.tsx'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { OperatedOrganization, Operator } from '../../../../src/shared/api/operator.ts'
import type { Account } from '../../../../src/shared/bridge/visitor.ts'
import { AT, anAccount } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const LAB: OperatedOrganization = {
  id: 'org-1',
  name: 'Lab',
  slug: 'lab',
  plan: 'pro',
  credits_remaining: 5_000_000,
  credits_monthly_allowance: 100_000_000,
  member_count: 2,
  max_users: 10,
  images: 1200,
  max_images: 250_000,
  storage_bytes: 25e9,
  max_storage_bytes: 250e9,
  created_at: AT,
}
const OWN: OperatedOrganization = { ...LAB, id: 'org-2', name: 'Own', slug: 'own', plan: 'embedded' }
const anOperator = (id: string, part: Partial<Operator> = {}): Operator => ({
  id,
  email: `${id}@example.com`,
  full_name: id,
  is_member: true,
  added_at: AT,
  ...part,
})

function show(start: Operator[], account: Account | null = anAccount({ is_operator: true })) {
  let operators = start
  const host = hostWithAnswers({
    'operator.organizations': () => ({
      data: [LAB, OWN],
      pagination: { limit: 50, offset: 0, total: 2, has_more: false },
    }),
    'operator.updateOrganization': ({ body }) => ({ ...LAB, ...body }),
    'operator.grantCredits': () => LAB,
    'operator.operators': () => operators,
    'operator.addOperator': ({ body }) => {
      operators = [...operators, anOperator('Eve', { email: body.email })]
      return operators.at(-1) as Operator
    },
    'operator.removeOperator': ({ params }) => {
      operators = operators.filter(({ id }) => id !== params.operator_id)
    },
    'operator.workers': () => [
      {
        id: 'w-1',
        name: 'rack-1',
        kind: 'server',
        version: '1.0.0',
        running: 1,
        is_lost: false,
        labels: [],
        slots: { interactive: 2, short: 2, long: 2, runs: 1 },
        started_at: AT,
        seen_at: AT,
      },
    ],
  })
  renderWith(
    Object.assign(host, { info: { ...host.info, account } }),
    <SettingsProvider>
      <SettingsScreen page="server" />
    </SettingsProvider>,
  )
  return host
}
const callsOf = (host: ReturnType<typeof show>, endpoint: string) =>
  host.state.calls.filter((call) => call.endpoint === endpoint).map(({ input }) => input)

test.each([
  ['an owner who is no operator', anAccount()],
  ['the person of an installation of one’s own', null],
])('is not among the pages of %s, and makes no calls', async (_who, account) => {
  const host = show([], account)
  expect(screen.getByText('This page is for operators of the server')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Server' })).toBeNull()
  expect(host.state.calls.filter(({ endpoint }) => endpoint.startsWith('operator.'))).toEqual([])
})

test('lists organizations with what they use of their plans, and changes a plan by keyboard', async () => {
  const host = show([anOperator('Ada')])
  expect(screen.getByRole('link', { name: 'Server' })).toBeTruthy()
  const row = await screen.findByRole('row', { name: /^Lab/ })
  for (const text of ['2 of 10', '1,200 of 250,000', '25 GB of 250 GB', 'US$5.00'])
    expect(within(row).getByText(text)).toBeTruthy()
  const plan = screen.getByRole('combobox', { name: 'Plan of Lab' })
  plan.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(callsOf(host, 'operator.updateOrganization')).toHaveLength(1))
  expect(callsOf(host, 'operator.updateOrganization')[0]).toMatchObject({ params: { organization_id: 'org-1' } })
  host.failNext('operator.updateOrganization', 'The disk is full.')
  plan.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
})

test('grants credits, and none to an organization whose work costs nothing', async () => {
  const host = show([anOperator('Ada')])
  const free = await screen.findByRole('button', { name: 'Grant credits to Own' })
  expect(free.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Grant credits to Lab' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Grant' }))
  expect(within(dialog).getByText('Enter an amount above 0.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Amount in US dollars'), '2.50{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(host, 'operator.grantCredits')).toEqual([
    { params: { organization_id: 'org-1' }, body: { amount_micro_usd: 2_500_000 } },
  ])
})

test('names a further operator, shows why an address is refused, and removes one after a confirmation', async () => {
  const host = show([anOperator('Ada')])
  expect(await screen.findByText(/^Ada is the only operator who can sign in/)).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Remove Ada as an operator' }) as HTMLButtonElement).disabled).toBe(true)
  const field = screen.getByLabelText('E-mail address of a person of this server')
  host.failNext('operator.addOperator', 'Nobody on this server has the address.')
  await userEvent.type(field, 'eve@example.com{Enter}')
  expect(await screen.findByText('Nobody on this server has the address.')).toBeTruthy()
  await userEvent.type(field, '{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Eve as an operator' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove operator' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf(host, 'operator.removeOperator')).toEqual([{ params: { operator_id: 'Eve' } }])
})

test('shows the workers, and devices and storage that operators change for all, but no runs of others to delete', async () => {
  const host = show([])
  expect(await screen.findByText('No operators')).toBeTruthy()
  expect((await screen.findByRole('list', { name: 'Workers' })).textContent).toContain('Server rack-1')
  const cpu = (await screen.findByRole('radio', { name: /CPU/ })) as HTMLInputElement
  expect(cpu.disabled).toBe(false)
  await userEvent.click(cpu)
  await waitFor(() => expect(callsOf(host, 'operator.chooseDevice')).toEqual([{ body: { device: 'cpu' } }]))
  expect(await screen.findByText(/in the data folder of the server\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete all runs' })).toBeNull()
})

test('reports that organizations and operators could not be loaded', async () => {
  const host = hostWithAnswers({})
  const account = anAccount({ is_operator: true })
  renderWith(Object.assign(host, { info: { ...host.info, account } }), <SettingsScreen page="server" />)
  expect(await screen.findByText('The organizations could not be loaded')).toBeTruthy()
  expect(await screen.findByText('The operators could not be loaded')).toBeTruthy()
})
