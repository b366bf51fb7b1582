// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { countsSummary } from '../../../src/renderer/runs/list/counts-summary.ts'
import { RunsScreen } from '../../../src/renderer/runs/list/runs-screen.tsx'
import { aRun, aWorkflow, createFakeHost } from '../fake-host.ts'
import { renderWith } from '../render.tsx'

const user = userEvent.setup()
const host = () =>
  createFakeHost({
    workflows: [aWorkflow({ id: 'a', name: 'Gate' }), aWorkflow({ id: 'b', name: 'Crossing' })],
    runs: [
      aRun({ id: '1', workflow_id: 'a', workflow_name: 'Gate', status: 'processing', finished_at: null }),
      aRun({ id: '2', workflow_id: 'b', workflow_name: 'Crossing' }),
      aRun({
        id: '3',
        workflow_id: 'b',
        workflow_name: 'Crossing',
        status: 'error',
        error: { code: 'source_unreadable', message: 'The video ends in the middle.', node_id: null },
      }),
    ],
  })
const rows = () => screen.getAllByRole('row').slice(1)

beforeEach(() => {
  window.location.hash = ''
})

describe('the run history', () => {
  test('shows every run with how it ended', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    expect(rows()).toHaveLength(3)
    expect(rows()[0]?.textContent).toContain('Running')
    expect(rows()[2]?.textContent).toContain('The video ends in the middle.')
  })

  test('is filtered by status', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Failed' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Cancelled' }))
    expect(await screen.findByText('No run fits')).toBeTruthy()
  })

  test('a click on a row opens the run', async () => {
    renderWith(host(), <RunsScreen />)
    await screen.findByRole('link', { name: 'Gate' })
    await user.click(within(rows()[1] as HTMLElement).getByText('Completed'))
    expect(window.location.hash).toBe('#/runs/2')
  })

  test('only ended runs can be deleted, and only active ones cancelled', async () => {
    const fake = host()
    renderWith(fake, <RunsScreen />)
    await user.click(await screen.findByRole('button', { name: 'More about this run of Gate' }))
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: 'Cancel' }))
    await waitFor(() => expect(fake.state.runs[0]?.status).toBe('cancelled'))
  })
})

test('counts fit in one line', () => {
  const line = { node_id: 'l', name: 'Gate', a_to_b: 1200, b_to_a: 3, by_class: {} }
  const zone = { node_id: 'l', name: 'Square', visits: 1, dwell_s: 2, peak_occupancy: 1, by_class: {} }
  expect(countsSummary({ lines: [line], zones: [zone] })).toBe('Gate: 1,200 A → B, 3 B → A · Square: 1 visit')
})
