import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { SettingsProvider } from '../../../../src/renderer/base/settings/settings-context.tsx'
import { SettingsScreen } from '../../../../src/renderer/shell/registry/settings.tsx'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')

describe('the theme', () => {
  const show = (theme: 'dark' | 'light') => {
    const host = createFakeHost({ settings: { theme, tour_done: false, preview: true, preview_figures: true } })
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    return host
  }

  test('is loaded from the host, and a change is saved there', async () => {
    const host = show('dark')
    await waitFor(() => expect(scheme()).toBe('dark'))
    await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
    expect(scheme()).toBe('light')
    expect(host.state.settings.theme).toBe('light')
  })

  test('is requested once, not again at each render', async () => {
    const host = createFakeHost({ settings: { theme: 'dark', tour_done: false, preview: true, preview_figures: true } })
    const asked = vi.spyOn(host.studio, 'getSettings')
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    await waitFor(() => expect(scheme()).toBe('dark'))
    // Leaves time for many responses, each of which causes a render.
    for (let i = 0; i < 20; i++) await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(asked).toHaveBeenCalledOnce()
  })

  test('is reverted with a message when it could not be saved', async () => {
    const host = show('light')
    await waitFor(() => expect(scheme()).toBe('light'))
    vi.spyOn(host.studio, 'setSettings').mockRejectedValueOnce(new Error('The disk is full.'))
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    expect(scheme()).toBe('light')
  })
})

describe('updates', () => {
  const show = (updates: boolean) => {
    const host = createFakeHost({}, { host: 'electron', updates })
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    return host
  }

  test('are off until the user turns them on', async () => {
    const host = show(true)
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'Check for updates' })
    expect(box.checked).toBe(false)
    await userEvent.click(box)
    expect(host.state.settings.updates).toBe(true)
  })

  test('are not offered when the app does not update itself', async () => {
    show(false)
    await screen.findByText('Version')
    expect(screen.queryByRole('switch', { name: 'Check for updates' })).toBeNull()
  })
})

describe('keys', () => {
  test('are changed by pressing new ones, with a note about the command that had them before', async () => {
    const host = createFakeHost()
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    await userEvent.click(await screen.findByRole('button', { name: /^Change the keys of Group:/ }))
    await userEvent.keyboard('{Control>}d{/Control}')
    expect(host.state.settings.shortcuts).toEqual({ group: ['Ctrl+D'], duplicate: [] })
    expect(screen.getByText(/they were removed from “Duplicate”/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reset all keys' }))
    expect(host.state.settings.shortcuts).toEqual({})
  })
})

describe('settings that two windows change', () => {
  test('are sent key by key, and shown once the window gets the focus', async () => {
    const host = createFakeHost()
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    await screen.findByRole('button', { name: /^Change the keys of Group:/ })
    // Another window has changed the theme and other keys, which this one has not read.
    host.state.settings = { ...host.state.settings, theme: 'light', shortcuts: { undo: ['Ctrl+U'] } }
    await userEvent.click(screen.getByRole('button', { name: /^Change the keys of Group:/ }))
    await userEvent.keyboard('{Control>}j{/Control}')
    expect(host.state.settings).toMatchObject({ theme: 'light', shortcuts: { undo: ['Ctrl+U'], group: ['Ctrl+J'] } })

    host.state.settings = { ...host.state.settings, theme: 'dark' }
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(scheme()).toBe('dark'))
  })
})
