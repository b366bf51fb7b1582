/** The root of the page: theme, notifications and the connection to the host. */
import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Connection } from '../base/host/connection.ts'
import { ConnectionContext, useConnectionState } from '../base/host/connection-context.ts'
import { createHost, type Host, HostContext } from '../base/host/host-context.ts'
import { ServerProvider } from '../base/host/server-state.tsx'
import { colorSchemeManager } from '../base/settings/color-scheme.ts'
import { SettingsProvider } from '../base/settings/settings-context.tsx'
import { cssVariables, theme } from '../base/ui/theme.ts'
import { Shell } from './shell.tsx'
import { Splash } from './splash.tsx'

export function App({ connection }: { connection: Connection }) {
  const manager = useMemo(colorSchemeManager, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="dark"
      colorSchemeManager={manager}
    >
      <ModalsProvider>
        <Notifications position="bottom-right" limit={4} autoClose={5_000} />
        <ConnectionContext.Provider value={connection}>
          <WithHost connection={connection}>
            <ServerProvider>
              <SettingsProvider>
                <Shell />
              </SettingsProvider>
            </ServerProvider>
          </WithHost>
        </ConnectionContext.Provider>
      </ModalsProvider>
    </MantineProvider>
  )
}

/** Reads the host's info from each new connection; screens stay mounted while the connection is lost. */
function WithHost({ connection, children }: { connection: Connection; children: ReactNode }) {
  const { status, generation } = useConnectionState()
  const [host, setHost] = useState<Host | null>(null)
  useEffect(() => {
    if (generation === 0) return
    let current = true
    createHost(connection.studio).then(
      (opened) => current && setHost((before) => (before && sameHost(before, opened) ? before : opened)),
      () => {},
    )
    return () => {
      current = false
    }
  }, [connection, generation])
  if (!host) return <Splash status={status} onRetry={connection.retry} />
  return <HostContext.Provider value={host}>{children}</HostContext.Provider>
}

const sameHost = (a: Host, b: Host) => JSON.stringify(a.info) === JSON.stringify(b.info)
