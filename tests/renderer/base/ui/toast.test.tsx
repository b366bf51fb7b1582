import { MantineProvider } from '@mantine/core'
import { Notifications, showNotification } from '@mantine/notifications'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { theme } from '../../../../src/renderer/base/ui/theme.ts'
import { toastInfo } from '../../../../src/renderer/base/ui/toast.tsx'

test('the button that closes a message has a name, also one of its own', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <Notifications />
    </MantineProvider>,
  )
  toastInfo('Saved.')
  expect(await screen.findByRole('button', { name: 'Close' })).toBeTruthy()
  showNotification({ message: 'Another window changed it.', closeButtonProps: { 'aria-label': 'Keep mine' } })
  expect(await screen.findByRole('button', { name: 'Keep mine' })).toBeTruthy()
})
