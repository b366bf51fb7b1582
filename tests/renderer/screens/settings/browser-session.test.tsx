import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SettingsProvider } from '../../../../src/renderer/base/settings/settings-context.tsx'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

/** An in-memory fake of the web host's session routes. */
let others = 0
const asked: string[] = []

beforeEach(() => {
  others = 2
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`)
    if (url.endsWith('/links')) return Response.json({ url: 'http://127.0.0.1:1/?token=once', minutes: 10 })
    if (method === 'GET') return Response.json({ others, ends_at: '2026-12-01T10:00:00.000Z', idle_hours: 12 })
    const ended = url.endsWith('/others') ? others : 1
    others = 0
    return Response.json({ ended })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (session_url: string | null) =>
  renderWith(
    createFakeHost({}, { session_url }),
    <SettingsProvider>
      <SettingsScreen />
    </SettingsProvider>,
  )

describe('the session of this browser', () => {
  test('is hidden when the host has no browser sessions', () => {
    show(null)
    expect(screen.queryByRole('heading', { name: 'This browser' })).toBeNull()
  })

  test('counts other browsers and signs them out', async () => {
    show('/session')
    await screen.findByText('2 other browsers are signed in.')
    await userEvent.click(screen.getByRole('button', { name: 'Sign out other browsers' }))
    await screen.findByText('No other browser is signed in.')
    expect(asked).toContain('DELETE /session/others')
    const button = screen.getByRole('button', { name: 'Sign out other browsers' }) as HTMLButtonElement
    await waitFor(() => expect(button.disabled).toBe(true))
  })

  test('creates a link for another browser and states that it works once', async () => {
    show('/session')
    await userEvent.click(screen.getByRole('button', { name: 'Create address' }))
    const field = (await screen.findByRole('textbox', { name: 'Address for another browser' })) as HTMLInputElement
    expect(field.value).toBe('http://127.0.0.1:1/?token=once')
    expect(screen.getByText(/within 10 minutes/)).toBeTruthy()
  })

  test('is ended by its sign-out button', async () => {
    show('/session')
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(asked).toContain('DELETE /session'))
  })
})
