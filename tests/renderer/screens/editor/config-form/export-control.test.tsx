import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Host } from '../../../../../src/renderer/base/host/host-context.ts'
import { ExportControl } from '../../../../../src/renderer/screens/editor/config-form/controls/source-control.tsx'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()
const anExport = (name: string) => ({
  id: `id of ${name}`,
  name,
  dataset_name: 'Street',
  image_count: 3,
  annotation_count: 1,
  warnings: [],
  warning_texts: [],
  created_at: '2024-11-03T10:00:00Z',
})

function show(value: string | undefined, api: (endpoint: string, input: object) => Promise<unknown>) {
  const onChange = vi.fn()
  const host = { ...createFakeHost(), api: api as unknown as Host['api'] } as ReturnType<typeof createFakeHost>
  const context = { nodeId: 'n', source: null, classes: [] }
  renderWith(
    host,
    <ExportControl id="e" schema={{}} value={value} onChange={onChange} error={null} context={context} />,
  )
  return onChange
}
const listing = (...names: string[]) => vi.fn(async () => ({ data: names.map(anExport), total: 0, has_more: false }))

test('a completed export can be chosen; the config stores its id', async () => {
  const api = listing('Cars', 'Trucks')
  const onChange = show(undefined, api)
  await user.click(await screen.findByPlaceholderText('Choose an export'))
  await user.click(await screen.findByText('Trucks, 3 Nov 2024'))
  expect(onChange).toHaveBeenCalledWith('id of Trucks')
  expect(api).toHaveBeenCalledWith('exports.list', { query: expect.objectContaining({ status: 'completed' }) })
})

test('the chosen one shows its size and data set; a missing one stays visible', async () => {
  show('id of Cars', listing('Cars'))
  expect(await screen.findByDisplayValue('Cars, 3 Nov 2024')).toBeTruthy()
  expect(screen.getByText('3 images and 1 annotation of “Street”')).toBeTruthy()
  show('gone', listing('Cars'))
  expect(await screen.findByDisplayValue('gone (not found)')).toBeTruthy()
})

test('the chosen one shows what its format left out', async () => {
  const text = { code: 'export.lost_fractions', params: { n: 2 } }
  const warned = {
    ...anExport('Cars'),
    warnings: ['2 boxes are extended to whole pixels.', 'without a code'],
    warning_texts: [text, null],
  }
  show('id of Cars', async () => ({ data: [warned], total: 1, has_more: false }))
  expect(await screen.findByText('2 boxes are extended to whole pixels.')).toBeTruthy()
  expect(screen.getByText('without a code')).toBeTruthy()
})

test('a list that cannot be read shows the reason', async () => {
  show(undefined, async () => {
    throw new Error('The server does not respond.')
  })
  expect(await screen.findByText('The server does not respond.')).toBeTruthy()
})
