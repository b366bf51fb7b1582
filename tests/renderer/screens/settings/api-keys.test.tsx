import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import { APP_KEY_NAME, type ApiKey } from '../../../../src/shared/api/api-keys.ts'
import { anAccount } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const aKey = (part: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  organization_id: 'org',
  user_id: null,
  name: 'Nightly',
  key_prefix: 'pk_live_abc',
  role: 'member',
  rate_limit: 1000,
  is_active: true,
  last_used_at: null,
  expires_at: null,
  created_at: '2026-03-04T10:00:00Z',
  ...part,
})

function show(start: ApiKey[]) {
  let keys = start
  const host = hostWithAnswers({
    'apiKeys.list': () => keys,
    'apiKeys.create': ({ body }) => {
      const { key_prefix, rate_limit, created_at } = aKey()
      const { name, role = 'member', expires_at = null } = body
      keys = [aKey({ id: 'made', name, role, expires_at }), ...keys]
      return {
        api_key: 'pk_live_whole',
        key_id: 'made',
        key_prefix,
        rate_limit,
        created_at,
        name,
        role,
        expires_at,
      }
    },
    'apiKeys.update': ({ params, body }) => {
      const { rate_limit, ...rest } = body
      const change = { ...rest, ...(rate_limit != null && { rate_limit }) }
      keys = keys.map((key) => (key.id === params.key_id ? { ...key, ...change } : key))
      return keys.find((key) => key.id === params.key_id) as ApiKey
    },
    'apiKeys.delete': ({ params }) => {
      keys = keys.filter((key) => key.id !== params.key_id)
    },
  })
  renderWith(host, <SettingsScreen page="keys" />)
  return { host, keys: () => keys }
}

test('lists role, limit, last use and expiry of each key, and marks an expired one', async () => {
  show([
    aKey({ role: 'viewer', rate_limit: 250 }),
    aKey({ id: 'old', name: 'Old', expires_at: '2020-01-01T00:00:00Z' }),
  ])
  const [, nightly, old] = await screen.findAllByRole('row')
  for (const text of ['Nightly', 'pk_live_abc…', 'Viewer', '250']) {
    expect(within(nightly as HTMLElement).getByText(text)).toBeTruthy()
  }
  expect(within(old as HTMLElement).getByText('Expired')).toBeTruthy()
})

test('offers neither a switch nor a revocation for the key of the app', async () => {
  show([aKey({ name: APP_KEY_NAME })])
  expect(await screen.findByText('Used by this app')).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
})

test('shows the secret of a new key until Done, and lists the key', async () => {
  const { host } = show([])
  await screen.findByText('No API keys yet')
  await userEvent.click(screen.getByRole('button', { name: 'New key…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
  expect(within(dialog).getByText('Enter a name.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Export')
  await userEvent.type(within(dialog).getByLabelText('Requests per hour'), '50')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
  await waitFor(() => expect((screen.getByLabelText('Secret') as HTMLInputElement).value).toBe('pk_live_whole'))
  expect(host.state.calls).toContainEqual({
    endpoint: 'apiKeys.create',
    input: { body: { name: 'Export', role: 'member', expires_at: null, rate_limit: 50 } },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('rowheader', { name: /^Export/ })).toBeTruthy()
})

test('keeps the dialog open with the reason when no key could be created', async () => {
  const { host } = show([])
  host.failNext('apiKeys.create', 'The role is above your own.')
  await userEvent.click(screen.getByRole('button', { name: 'New key…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Export')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
  expect(await within(dialog).findByText('The role is above your own.')).toBeTruthy()
})

test('switches a key off, and on again when the change fails', async () => {
  const { host, keys } = show([aKey()])
  const active = (await screen.findByRole('switch', { name: '“Nightly” is active' })) as HTMLInputElement
  await userEvent.click(active)
  await waitFor(() => expect(keys()[0]?.is_active).toBe(false))
  expect(active.checked).toBe(false)
  host.failNext('apiKeys.update', 'The disk is full.')
  await userEvent.click(active)
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  expect(active.checked).toBe(false)
})

test('renames a key and removes its limit, and sends only changed fields', async () => {
  const { host } = show([aKey()])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit “Nightly”' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.clear(within(dialog).getByLabelText('Requests per hour'))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.state.calls).toContainEqual({
    endpoint: 'apiKeys.update',
    input: { params: { key_id: 'key-1' }, body: { rate_limit: null } },
  })
})

test('revokes a key only after a confirmation', async () => {
  const { keys } = show([aKey()])
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke “Nightly”' }))
  const dialog = await screen.findByRole('dialog')
  expect(keys()).toHaveLength(1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke key' }))
  expect(await screen.findByText('No API keys yet')).toBeTruthy()
})

test('shows the reason when the keys can’t be loaded, and loads them on request', async () => {
  const host = hostWithAnswers({ 'apiKeys.list': () => [aKey()] })
  host.failNext('apiKeys.list', 'This needs the role admin.')
  renderWith(host, <SettingsScreen page="keys" />)
  expect(await screen.findByText('This needs the role admin.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('rowheader', { name: /^Nightly/ })).toBeTruthy()
})

test('shows a secret again to a signed-in person, for shared and own keys of no higher role only', async () => {
  const keys = [
    aKey(),
    aKey({ id: 'key-2', name: 'Of an owner', role: 'owner' }),
    aKey({ id: 'key-3', name: 'Own', user_id: 'ada' }),
    aKey({ id: 'key-4', name: 'Of Grace', user_id: 'grace' }),
  ]
  const host = hostWithAnswers({
    'apiKeys.list': () => keys,
    'apiKeys.reveal': () => ({ key_id: 'key-1', api_key: 'pk_live_seen_again' }),
  })
  const account = anAccount({ role: 'admin' })
  renderWith(Object.assign(host, { info: { ...host.info, account } }), <SettingsScreen page="keys" />)
  const show = await screen.findByRole('button', { name: 'Show the secret of “Nightly”' })
  expect(screen.queryByRole('button', { name: 'Show the secret of “Of an owner”' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Show the secret of “Own”' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show the secret of “Of Grace”' })).toBeNull()
  await userEvent.click(show)
  await userEvent.click(await screen.findByRole('button', { name: 'Show secret' }))
  await waitFor(() => expect((screen.getByLabelText('Secret') as HTMLInputElement).value).toBe('pk_live_seen_again'))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  host.failNext('apiKeys.reveal', 'The secret of this key was not kept.')
  await userEvent.click(show)
  await userEvent.click(await screen.findByRole('button', { name: 'Show secret' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The secret of this key was not kept.')
})

test('shows no secret again where nobody signs in', async () => {
  show([aKey()])
  await screen.findByRole('button', { name: 'Edit “Nightly”' })
  expect(screen.queryByRole('button', { name: /^Show the secret/ })).toBeNull()
})
