import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { actionOptions } from '../../../../src/renderer/screens/settings/audit/entry-text.ts'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { AuditEntry } from '../../../../src/shared/api/audit.ts'
import type { Organization } from '../../../../src/shared/api/organizations.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { aWorkflow } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDeployment } from '../deployments/deployments.ts'

const AT = '2026-03-04T10:00:00Z'
const ID = '01990000-0000-7000-8000-000000000002'
const DEPLOYMENT = '01990000-0000-7000-8000-000000000003'
const WORKFLOW = '01990000-0000-7000-8000-000000000001'
const ORGANIZATION: Organization = {
  id: ID,
  name: 'Works',
  slug: 'works',
  description: null,
  is_public: null,
  subscription_tier: 'pro',
  credits_remaining: 0,
  credits_monthly_allowance: 0,
  credits_reset_at: null,
  max_users: 10,
  max_images: 10,
  max_storage_bytes: 10,
  member_count: 1,
  pending_invite_count: 0,
  created_at: AT,
  updated_at: AT,
}
const anEntry = (part: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'a-1',
  created_at: AT,
  user_id: 'ana',
  key_id: null,
  via: 'session',
  role: 'owner',
  outcome: 'done',
  action: 'workflows.update',
  object: { id: WORKFLOW },
  request_id: 'r-1',
  address: null,
  times: 1,
  ...part,
})

function hostWith(entries: AuditEntry[]) {
  const host = hostWithAnswers({
    'audit.list': ({ query: { action, actor, outcome, limit = 50, offset = 0 } = {} }) => {
      const found = entries
        .filter((e) => (!action || e.action === action) && (!outcome || e.outcome === outcome))
        .filter((e) => !actor || [e.user_id, e.key_id].includes(actor))
      const pagination = { limit, offset, total: found.length, has_more: offset + limit < found.length }
      return { data: found.slice(offset, offset + limit), pagination }
    },
    'organizations.me': () => ORGANIZATION,
    'deployments.list': () => [aDeployment({ id: DEPLOYMENT, name: 'gate' })],
    'organizations.members': () => [
      { id: 'm-1', user_id: 'ana', email: 'ana@example.com', full_name: 'Ana', role: 'owner', joined_at: AT },
    ],
    'apiKeys.list': () => [
      {
        id: 'key-1',
        organization_id: 'org',
        user_id: null,
        name: 'Wall display',
        key_prefix: 'pk_live_abcdef',
        role: 'viewer',
        rate_limit: 1000,
        is_active: true,
        last_used_at: null,
        expires_at: null,
        created_at: AT,
      },
    ],
  })
  host.state.workflows = [aWorkflow({ id: WORKFLOW, name: 'Street' })]
  return host
}

const show = (entries: AuditEntry[]) => renderWith(hostWith(entries), <SettingsScreen page="audit" />)
const row = async (name: RegExp) => screen.findByRole('row', { name })

test('names the address and the number of failed sign-ins', async () => {
  const failure = { action: 'signIn.password', via: 'page', user_id: null, key_id: null, outcome: 'failed' } as const
  show([anEntry({ ...failure, object: { email: 'ana@example.com' }, address: '203.0.113.9', times: 12 })])
  const cells = await row(/^Sign-in: password/)
  for (const text of [
    'ana@example.com',
    'Page of the server · from 203.0.113.9',
    'Failed',
    '12 times within an hour',
  ]) {
    expect(cells.textContent).toContain(text)
  }
})

test('names the action, its object and the person or key', async () => {
  show([
    anEntry(),
    anEntry({ id: 'a-2', action: 'workflowRuns.cancel', object: { run_id: 'run-1' }, user_id: null, key_id: 'key-1' }),
    anEntry({ id: 'a-3', action: 'webhooks.rotateSecret', object: { endpoint: 'example-com' }, user_id: 'gone' }),
    anEntry({ id: 'a-4', action: 'apiKeys.delete', object: { key_id: 'k' }, user_id: null, via: 'commandLine' }),
    anEntry({ id: 'a-5', action: 'datasets.delete', object: { dataset: 'Night' }, key_id: 'old' }),
    anEntry({ id: 'a-6', action: 'models.train', object: {} }),
    anEntry({ id: 'a-8', action: 'masterKey.rotate', object: { data_keys: '3' }, user_id: null, via: 'commandLine' }),
    anEntry({ id: 'a-9', action: 'deployments.pause', object: { deployment: DEPLOYMENT } }),
    anEntry({ id: 'a-10', action: 'deployments.delete', object: { deployment: DEPLOYMENT } }),
    anEntry({ id: 'a-7', action: 'organizations.updateMe', object: { id: ID } }),
  ])
  const changed = await row(/^Workflow: changed/)
  expect(within(changed).getByRole('link', { name: 'Street' }).getAttribute('href')).toBe(`#/workflows/${WORKFLOW}`)
  expect(changed.textContent).toContain('Ana')
  expect(changed.textContent).toContain('Signed in · Owner')
  const cancelled = await row(/^Run: cancelled/)
  expect(within(cancelled).getByRole('link').getAttribute('href')).toBe('#/runs/run-1')
  expect(cancelled.textContent).toContain('Wall display')
  const renewed = await row(/^Webhook: secret renewed/)
  expect(within(renewed).getByRole('link').getAttribute('href')).toBe('#/activity/webhooks')
  expect(renewed.textContent).toContain('A former member')
  expect((await row(/^API key: deleted/)).textContent).toContain('Command line of the server')
  const deleted = await row(/^Data set: deleted/)
  expect(within(deleted).queryByRole('link')).toBeNull()
  expect(deleted.textContent).toContain('Ana, with the key A revoked key')
  const paused = await row(/^Deployment: paused/)
  expect(within(paused).getByRole('link', { name: 'gate' }).getAttribute('href')).toBe(`#/deployments/${DEPLOYMENT}`)
  expect(within(await row(/^Deployment: deleted/)).queryByRole('link')).toBeNull()
  const profile = await row(/^Organization: profile changed/)
  expect(within(profile).getByRole('link', { name: 'Works' }).getAttribute('href')).toBe('#/settings/organization')
  expect(within(await row(/^Master key: rotated/)).queryByText('3')).toBeNull()
  // A newer server has recorded this action, whose words the page lacks.
  expect(await row(/^models\.train/)).toBeTruthy()
})

test('is filtered by action, person and outcome', async () => {
  show([
    anEntry(),
    anEntry({ id: 'a-2', action: 'apiKeys.create', object: {}, user_id: null, key_id: 'key-1', outcome: 'refused' }),
  ])
  await row(/^Workflow: changed/)
  await userEvent.click(screen.getByRole('combobox', { name: 'Outcome' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Refused' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Workflow: changed/ })).toBeNull())
  expect((await row(/^API key: created/)).textContent).toContain('Refused')
  await userEvent.click(screen.getByRole('combobox', { name: 'Person or key' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Ana' }))
  expect(await screen.findByText('No entries match the filter.')).toBeTruthy()
})

test('offers every change of the API with a name in the page’s words', () => {
  const labels = actionOptions().flatMap(({ items }) => items.map(({ label }) => label))
  expect(labels.length).toBeGreaterThan(50)
  expect(labels.filter((label) => !label.includes(': '))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
})

test('explains to a viewer that it is for admins, without a call that would be refused', async () => {
  const host = hostWith([anEntry()])
  renderAsViewer(host, <SettingsScreen page="audit" />)
  expect(await screen.findByText('The audit log is for admins')).toBeTruthy()
  expect(screen.getByText(/Your role is Viewer/)).toBeTruthy()
  expect(host.state.calls.some(({ endpoint }) => endpoint === 'audit.list')).toBe(false)
})

test('is empty at first, and has the reason of a failed read', async () => {
  const host = hostWith([])
  host.failNext('audit.list', 'The server does not respond.')
  renderWith(host, <SettingsScreen page="audit" />)
  expect(await screen.findByText('The server does not respond.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No entries yet')).toBeTruthy()
})
