import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SigningSecret } from '../../../../../src/renderer/screens/runs/artifacts/webhook-deliveries.tsx'
import type { WebhookEndpoint } from '../../../../../src/shared/api/webhooks.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const endpoint = { id: 'e1', secret_prefix: 'whsec_AbCdEf' } as WebhookEndpoint
const SECRET = 'whsec_0123456789'

test('shows the first characters of the secret, and a new one in full for copying', async () => {
  const user = userEvent.setup()
  const host = createFakeHost()
  const { api } = host
  Object.assign(host, {
    api: async (id: string, input: never) =>
      id === 'webhooks.rotateSecret' ? { endpoint, secret: SECRET } : api(id as 'webhooks.list', input),
  })
  renderWith(host, <SigningSecret endpoint={endpoint} />)
  expect(screen.getByText('whsec_AbCdEf…')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Copy the secret' })).toBeNull()

  await user.click(screen.getByRole('button', { name: 'New secret…' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('within a day')
  await user.click(within(dialog).getByRole('button', { name: 'Create new secret' }))
  await waitFor(() => expect(screen.getByText(SECRET)).toBeTruthy())
  await user.click(screen.getByRole('button', { name: 'Copy the secret' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
})

test('keeps showing the old secret when no new one could be created', async () => {
  const host = createFakeHost()
  host.failNext('webhooks.rotateSecret', 'The platform is away.')
  renderWith(host, <SigningSecret endpoint={endpoint} />)
  await userEvent.click(screen.getByRole('button', { name: 'New secret…' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create new secret' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The platform is away.')
  expect(screen.getByText('whsec_AbCdEf…')).toBeTruthy()
})
