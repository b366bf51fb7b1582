import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepConnected } from '../../../src/renderer/base/host/connection.ts'
import { App } from '../../../src/renderer/shell/app.tsx'
import { ErrorBoundary } from '../../../src/renderer/shell/shell.tsx'
import { aWorkflow } from '../examples.ts'
import { createFakeHost } from '../fake-host.ts'
import { renderWith } from '../render.tsx'

beforeEach(() => {
  window.location.hash = ''
  // The document is shared with other test files, whose elements must not come first in the tab order.
  document.body.replaceChildren()
})
afterEach(cleanup)

describe('the window', () => {
  /** Starts the app with a host whose connection the test can cut and restore. */
  function start() {
    const host = createFakeHost({ workflows: [aWorkflow({ name: 'Gate' })] })
    const wire = { cut: () => {}, reachable: true }
    const open = async () => {
      if (!wire.reachable) throw new Error('refused')
      return {
        client: host.studio,
        onClose: (listener: () => void) => {
          wire.cut = listener
        },
      }
    }
    const { container } = render(<App connection={keepConnected(open, { backoffMs: () => 60_000 })} />)
    return { host, wire, container }
  }

  test('shows a banner while the host is unreachable, keeps the screen, and reloads when it is back', async () => {
    const { host, wire } = start()
    await screen.findByText('Gate')
    wire.reachable = false
    act(() => wire.cut())
    expect(screen.getByRole('alert').textContent).toContain('Connection lost')
    expect(screen.getByText('Gate')).toBeTruthy()

    host.state.workflows = [aWorkflow({ name: 'Renamed elsewhere' })]
    wire.reachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByText('Renamed elsewhere')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('navigates between screens, names the document and moves the focus to the new screen', async () => {
    start()
    await userEvent.click(await screen.findByRole('link', { name: 'Runs' }))
    expect(await screen.findByText('No runs yet')).toBeTruthy()
    expect(document.title).toBe('Runs · Sightline')
    expect(screen.getByRole('link', { name: 'Runs' }).getAttribute('aria-current')).toBe('page')
    expect(document.activeElement?.id).toBe('content')
  })

  test('offers a link that skips the navigation', async () => {
    const { container } = start()
    await screen.findByText('Gate')
    // The document is shared with other tests, so that Tab may begin elsewhere; in the window the link is the first stop.
    const first = container.querySelector<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
    expect(first?.textContent).toBe('Skip to content')
    first?.focus()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.id).toBe('content')
  })
})

function Fragile({ machine }: { machine: { broken: boolean } }) {
  if (machine.broken) throw new Error('index out of range')
  return <p>Works</p>
}

test('an error in a screen leaves the rest of the app usable, and the screen can be retried', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  const machine = { broken: true }
  renderWith(
    createFakeHost(),
    <ErrorBoundary resetKey="a">
      <Fragile machine={machine} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert').textContent).toContain('Your workflows and runs are safe')
  machine.broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Works')).toBeTruthy()
  quiet.mockRestore()
})
