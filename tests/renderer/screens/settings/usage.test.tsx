import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { UNLIMITED } from '../../../../src/shared/api/plans.ts'
import type { StorageUse } from '../../../../src/shared/api/storage.ts'
import type { LedgerEntry, OrganizationUsage } from '../../../../src/shared/api/usage.ts'
import type { Account } from '../../../../src/shared/bridge/visitor.ts'
import { anAccount } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const AT = '2026-03-04T10:00:00Z'
const ORGANIZATION: Organization = {
  id: 'org',
  name: 'Works',
  slug: 'works',
  description: null,
  is_public: null,
  subscription_tier: 'pro',
  credits_remaining: 75_000_000,
  credits_monthly_allowance: 100_000_000,
  credits_reset_at: '2026-04-01T00:00:00Z',
  max_users: 10,
  max_images: 250_000,
  max_storage_bytes: 250e9,
  member_count: 2,
  pending_invite_count: 1,
  created_at: AT,
  updated_at: AT,
}
const USAGE: OrganizationUsage = {
  images: 1200,
  image_bytes: 20e9,
  storage_bytes: 25e9,
  requests_per_hour: 20_000,
  requests_used: 5000,
  requests_reset_at: AT,
  prices: [{ kind: 'workflow_run', unit: 'frames', micro_usd: 20 }],
}
const anEntry = (part: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: 'e-1',
  kind: 'workflow_run',
  state: 'charged',
  amount_micro_usd: -600,
  held_micro_usd: 36_000,
  lapsed_micro_usd: 0,
  measure: { frames: 30 },
  run_id: 'run-1',
  workflow_name: 'Street',
  deployment_id: null,
  deployment_name: null,
  created_at: AT,
  settled_at: AT,
  ...part,
})

const DISK: StorageUse = {
  in_use: false,
  parts: [{ kind: 'cache', bytes: 5e9, count: 1, clearable: { bytes: 0, count: 0 } }],
}

function show(
  entries: LedgerEntry[],
  organization = ORGANIZATION,
  usage = USAGE,
  account: Account | null = anAccount(),
) {
  const host = hostWithAnswers({
    'organizations.me': () => organization,
    'organizations.usage': () => usage,
    'operator.storage': () => DISK,
    'organizations.ledger': ({ query: { limit = 50, offset = 0 } = {} }) => ({
      data: entries.slice(offset, offset + limit),
      pagination: { limit, offset, total: entries.length, has_more: offset + limit < entries.length },
    }),
  })
  renderWith(Object.assign(host, { info: { ...host.info, account } }), <SettingsScreen page="usage" />)
  return host
}

const row = async (name: RegExp) => screen.findByRole('row', { name })

test('shows the used share of each limit, and the prices for a thousand units', async () => {
  show([])
  expect(await screen.findByText('US$75.00 of US$100.00')).toBeTruthy()
  const share = (name: string) => screen.getByRole('progressbar', { name }).getAttribute('aria-valuenow')
  expect(share('Members')).toBe('30')
  expect(share('Storage')).toBe('10')
  expect(share('Requests this hour')).toBe('25')
  expect(screen.getByText('1,200 of 250,000')).toBeTruthy()
  expect(screen.getByText('US$0.02 for 1,000 frames')).toBeTruthy()
  // Only operators read the use of the disk by all organizations.
  expect(screen.queryByText('Disk space')).toBeNull()
})

test.each([
  ['operators of a server', anAccount({ is_operator: true })],
  ['the person of an installation of one’s own', null],
])('shows the disk space of the whole installation to %s', async (_who, account) => {
  show([], ORGANIZATION, USAGE, account)
  expect(await screen.findByText('Disk space')).toBeTruthy()
  expect(screen.getByText('5.0 GB')).toBeTruthy()
})

test('explains the amount of each entry, and links to a run that still exists', async () => {
  const lapsed = { amount_micro_usd: 99_000_000, lapsed_micro_usd: 1_000_000, run_id: null, workflow_name: null }
  show([
    anEntry(),
    anEntry({ id: 'e-2', state: 'held', amount_micro_usd: -36_000, settled_at: null, workflow_name: 'Gate' }),
    anEntry({ id: 'e-3', state: 'released', amount_micro_usd: 0, workflow_name: null }),
    anEntry({ id: 'e-4', kind: 'allowance', state: 'posted', ...lapsed, held_micro_usd: 0, measure: {} }),
    anEntry({ id: 'e-5', kind: 'training', run_id: null, workflow_name: null, measure: {} }),
    anEntry({ id: 'e-6', kind: 'model_evaluation', run_id: null, workflow_name: null, measure: { images: 1200 } }),
  ])
  const charged = await row(/Run of Street/)
  expect(charged.textContent).toContain('30 frames; estimated at US$0.036')
  expect(charged.textContent).toContain('-US$0.0006')
  expect(within(charged).getByRole('link', { name: 'Run of Street' }).getAttribute('href')).toBe('#/runs/run-1')
  expect((await row(/Run of Gate/)).textContent).toContain('US$0.036 is held for it')
  const deleted = await row(/A run that was deleted/)
  expect(deleted.textContent).toContain('the held US$0.036 is available again')
  expect(within(deleted).queryByRole('link')).toBeNull()
  const allowance = await row(/Allowance of March 2026/)
  expect(allowance.textContent).toContain('US$100.00 replaced US$1.00 that was left of the last month')
  expect((await row(/Other entry/)).textContent).toContain('Charged')
  const evaluation = await row(/Evaluation of a model/)
  expect(evaluation.textContent).toContain('1,200 images; estimated at US$0.036')
})

test('shows older entries on request', async () => {
  show(Array.from({ length: 210 }, (_, i) => anEntry({ id: `e-${i}` })))
  const table = await screen.findByRole('table', { name: 'Ledger' })
  expect(within(table).getAllByRole('rowheader')).toHaveLength(200)
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(within(table).getAllByRole('rowheader')).toHaveLength(210))
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('sums the minutes of a deployment on one day, and unfolds them', async () => {
  const uptime = (id: string, created_at: string, deployment: string | null): LedgerEntry =>
    anEntry({
      id,
      created_at,
      kind: 'deployment',
      state: 'posted',
      amount_micro_usd: -500,
      held_micro_usd: 0,
      measure: { cpu_minutes: 1 },
      run_id: null,
      workflow_name: null,
      deployment_id: deployment === null ? 'gone' : deployment,
      deployment_name: deployment,
    })
  show([
    uptime('e-1', '2026-03-04T10:02:00Z', 'Gate'),
    uptime('e-2', '2026-03-04T10:02:00Z', 'Yard'),
    anEntry({ id: 'run' }),
    uptime('e-3', '2026-03-04T10:01:00Z', 'Gate'),
    uptime('e-4', '2026-03-04T10:00:00Z', 'Gate'),
    uptime('e-5', '2026-03-02T10:00:00Z', 'Gate'),
    uptime('e-6', '2026-03-01T10:00:00Z', null),
  ])
  const table = await screen.findByRole('table', { name: 'Ledger' })
  const subjects = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.title)
  expect(subjects()).toEqual([
    ...['Uptime of Gate', 'Uptime of Yard', 'Run of Street', 'Uptime of Gate', 'Uptime of a deployment'],
  ])
  const [day] = within(table).getAllByRole('row', { name: /Uptime of Gate/ }) as [HTMLElement]
  expect(day.textContent).toContain('3 minutes of a day')
  expect(day.textContent).toContain('-US$0.0015')
  await userEvent.click(within(day).getByRole('button', { name: 'Show the minutes' }))
  expect(subjects()).toHaveLength(8)
  await userEvent.click(within(day).getByRole('button', { name: 'Hide the minutes' }))
  expect(subjects()).toHaveLength(5)
})

test('states that older minutes of a day can be shown', async () => {
  const minute = (i: number) =>
    anEntry({ id: `e-${i}`, state: 'posted', run_id: null, deployment_id: 'd', deployment_name: 'Gate' })
  show(Array.from({ length: 250 }, (_, i) => minute(i)))
  expect((await row(/Uptime of Gate/)).textContent).toContain('The last 200 minutes of a day')
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(async () => expect((await row(/Uptime of Gate/)).textContent).toContain('250 minutes of a day'))
})

test('states that runs on an installation of one’s own cost nothing, without a ledger', async () => {
  const limits = { max_users: UNLIMITED, max_images: UNLIMITED, max_storage_bytes: UNLIMITED }
  const usage = { ...USAGE, requests_per_hour: UNLIMITED, requests_used: 0, prices: [] }
  const host = show([], { ...ORGANIZATION, ...limits }, usage)
  expect(await screen.findByText(/runs use its own machine and cost nothing/)).toBeTruthy()
  expect(screen.getByText('1,200, no limit')).toBeTruthy()
  expect(screen.queryByText('Prices')).toBeNull()
  expect(host.state.calls.some(({ endpoint }) => endpoint === 'organizations.ledger')).toBe(false)
})

test('has the reason of a failed read, which can be repeated', async () => {
  const host = hostWithAnswers({})
  host.failNext('organizations.me', 'The server does not respond.')
  renderWith(host, <SettingsScreen page="usage" />)
  expect(await screen.findByText('The usage could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
