import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { StorageConnection, StorageValidation } from '../../../../src/shared/api/storage-connections.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'

const aConnection = (part: Partial<StorageConnection> = {}): StorageConnection => ({
  id: 'c1',
  organization_id: 'org',
  name: 'Street cameras',
  provider: 'store_a',
  bucket: 'cameras',
  region: 'eu-central-1',
  endpoint: null,
  prefix: 'photos/',
  last_verified_at: '2026-03-04T10:00:00Z',
  created_by: null,
  created_at: '2026-03-04T10:00:00Z',
  ...part,
})

function show(start: StorageConnection[], validation?: StorageValidation) {
  let connections = start
  const host = hostWithAnswers({
    'storageConnections.list': () => connections,
    'storageConnections.create': ({ body: { name, provider, bucket } }) => {
      const made = aConnection({ id: 'made', name, provider, bucket })
      connections = [...connections, made]
      return made
    },
    'storageConnections.validate': () => validation ?? { valid: true, last_verified_at: null, error: null },
    'storageConnections.delete': ({ params }) => {
      connections = connections.filter(({ id }) => id !== params.connection_id)
    },
  })
  renderWith(host, <SettingsScreen page="storage" />)
  return { host, connections: () => connections }
}

const type = async (dialog: HTMLElement, label: RegExp, text: string) =>
  userEvent.type(within(dialog).getByLabelText(label), text)

async function openForm(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Connect bucket…' }))
  return screen.findByRole('dialog')
}

test('lists provider, bucket and folder of each connection', async () => {
  show([aConnection()])
  const [, row] = await screen.findAllByRole('row')
  for (const text of ['Street cameras', 'Amazon S3', 'cameras', 'photos/', 'eu-central-1']) {
    expect(within(row as HTMLElement).getByText(text)).toBeTruthy()
  }
})

test('shows the fields of the chosen provider only', async () => {
  show([])
  const dialog = await openForm()
  expect(within(dialog).queryByLabelText(/^Address/)).toBeNull()
  expect(within(dialog).getByLabelText(/^Region/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Provider' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Cloudflare R2' }))
  expect(within(dialog).getByLabelText(/^Address/)).toBeTruthy()
  expect(within(dialog).queryByLabelText(/^Region/)).toBeNull()
})

test('connects a bucket once all needed fields are filled, and lists it', async () => {
  const { host } = show([])
  await screen.findByText('No buckets connected yet')
  const dialog = await openForm()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Connect' }))
  expect(within(dialog).getAllByText('Fill in this field.')).toHaveLength(5)
  expect(host.state.calls.some(({ endpoint }) => endpoint === 'storageConnections.create')).toBe(false)
  await type(dialog, /^Name/, 'Street cameras')
  await type(dialog, /^Bucket/, ' cameras ')
  await type(dialog, /^Region/, 'eu-central-1')
  await type(dialog, /^Access key ID/, 'AKIA')
  await type(dialog, /^Secret access key/, 'hush')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Connect' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.state.calls).toContainEqual({
    endpoint: 'storageConnections.create',
    input: {
      body: {
        name: 'Street cameras',
        provider: 'store_a',
        bucket: 'cameras',
        region: 'eu-central-1',
        access_key_id: 'AKIA',
        secret_access_key: 'hush',
        prefix: null,
      },
    },
  })
  expect(await screen.findByRole('rowheader', { name: /^Street cameras/ })).toBeTruthy()
})

test('keeps the dialog and what was typed when the bucket can’t be listed', async () => {
  const { host } = show([])
  host.failNext('storageConnections.create', 'The bucket “cameras” could not be read.')
  const dialog = await openForm()
  for (const label of [/^Name/, /^Bucket/, /^Region/, /^Access key ID/, /^Secret access key/]) {
    await type(dialog, label, 'cameras')
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Connect' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('The bucket “cameras” could not be read.')
  expect((within(dialog).getByLabelText(/^Secret access key/) as HTMLInputElement).value).toBe('cameras')
})

test('reports the reason when a connection has stopped working', async () => {
  const error = 'The store does not know this access key.'
  show([aConnection()], { valid: false, last_verified_at: null, error })
  await userEvent.click(await screen.findByRole('button', { name: 'Check “Street cameras”' }))
  expect(await screen.findByText(error)).toBeTruthy()
})

test('deletes a connection only after a confirmation', async () => {
  const { connections } = show([aConnection()])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Street cameras”' }))
  const dialog = await screen.findByRole('dialog')
  expect(connections()).toHaveLength(1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete connection' }))
  await waitFor(() => expect(connections()).toHaveLength(0))
  expect(await screen.findByText('No buckets connected yet')).toBeTruthy()
})
