import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { Organization, OrganizationMember } from '../../../../src/shared/api/organizations.ts'
import type { RevealedSecret } from '../../../../src/shared/api/revealed-secrets.ts'
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
  credits_remaining: 5_000_000,
  credits_monthly_allowance: 10_000_000,
  credits_reset_at: null,
  max_users: 10,
  max_images: 250_000,
  max_storage_bytes: 250e9,
  member_count: 2,
  pending_invite_count: 1,
  created_at: AT,
  updated_at: AT,
}
const aMember = (id: string, role: OrganizationMember['role']): OrganizationMember => ({
  id,
  user_id: id,
  email: `${id}@example.com`,
  full_name: id,
  role,
  joined_at: AT,
})

const aSecret = (part: Partial<RevealedSecret>): RevealedSecret => ({
  kind: 'api_key',
  object_id: 'key-1',
  name: 'Shared',
  user_id: 'Ben',
  email: 'Ben@example.com',
  full_name: 'Ben',
  revealed_at: AT,
  ...part,
})

function show(members = [aMember('Ana', 'owner'), aMember('Ben', 'member')], secrets: RevealedSecret[] = []) {
  const host = hostWithAnswers({
    'organizations.me': () => ORGANIZATION,
    'organizations.updateMe': ({ body }) => ({ ...ORGANIZATION, ...body }),
    'organizations.members': () => members,
    'organizations.invites': () => [],
    'organizations.outbox': () => [],
    'organizations.removeMember': () => undefined,
    'organizations.revealedSecrets': ({ query }) =>
      secrets.filter(({ user_id }) => (query?.user_id === undefined ? user_id === 'Gone' : user_id === query.user_id)),
    'apiKeys.delete': ({ params }) => {
      secrets = secrets.filter(({ object_id }) => object_id !== params.key_id)
    },
    'deployments.rotateToken': () => ({ deployment_id: 'gate', auth_token: 'pk_deploy_new' }),
  })
  renderWith(host, <SettingsScreen page="organization" />)
  return host
}

test('explains why the only owner can’t be removed or given another role', async () => {
  show()
  expect(await screen.findByText(/^Ana is the only owner/)).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Remove Ana' }) as HTMLButtonElement).disabled).toBe(true)
  expect((screen.getByRole('button', { name: 'Remove Ben' }) as HTMLButtonElement).disabled).toBe(false)
})

test('removes a member only after a confirmation', async () => {
  const host = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove member' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const call = { endpoint: 'organizations.removeMember', input: { params: { member_id: 'Ben' } } }
  expect(host.state.calls).toContainEqual(call)
})

test('lists the shared secrets that a member knows before the removal, and ends a key', async () => {
  const host = show(undefined, [aSecret({})])
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben' }))
  expect(await screen.findByText(/^Ben has seen secrets that others use/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End the key “Shared”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'End key' }))
  const call = { endpoint: 'apiKeys.delete', input: { params: { key_id: 'key-1' } } }
  await waitFor(() => expect(host.state.calls).toContainEqual(call))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End the key “Shared”' })).toBeNull())
  expect(host.state.calls.map(({ endpoint }) => endpoint)).not.toContain('organizations.removeMember')
})

test('lists the secrets that former members know, and shows a renewed token once', async () => {
  show(undefined, [aSecret({ kind: 'deployment_token', object_id: 'gate', name: 'Gate', user_id: 'Gone' })])
  await userEvent.click(await screen.findByRole('button', { name: 'Renew the token of “Gate”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Renew token' }))
  await waitFor(() => expect((screen.getByLabelText('Secret') as HTMLInputElement).value).toBe('pk_deploy_new'))
})

test('shows the reason of a refused invite and keeps the address', async () => {
  const host = show()
  host.failNext('organizations.invite', 'The plan has no seat left.')
  const field = await screen.findByLabelText('E-mail address')
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  expect(screen.getByText('Enter an e-mail address.')).toBeTruthy()
  await userEvent.type(field, 'eve@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect((field as HTMLInputElement).getAttribute('aria-invalid')).toBe('true'))
  expect((field as HTMLInputElement).value).toBe('eve@example.com')
})
