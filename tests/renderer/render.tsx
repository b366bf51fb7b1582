/** Renders a screen with a fake host, as the app does, but without transitions. */
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { HostContext } from '../../src/renderer/base/host/host-context.ts'
import { theme } from '../../src/renderer/base/ui/theme.ts'
import type { FakeHost } from './fake-host.ts'

export function renderWith(host: FakeHost, screen: ReactNode) {
  return render(
    <MantineProvider theme={theme} env="test">
      <ModalsProvider>
        <Notifications />
        <HostContext.Provider value={host}>{screen}</HostContext.Provider>
      </ModalsProvider>
    </MantineProvider>,
  )
}
