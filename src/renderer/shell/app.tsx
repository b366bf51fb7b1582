/** The root of the page: theme, notifications, the connection to the host, and the screen before its first response. */
import { Button, Loader, MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Connection, ConnectionState } from '../base/host/connection.ts'
import { ConnectionContext, useConnectionState } from '../base/host/connection-context.ts'
import { createHost, type Host, HostContext } from '../base/host/host-context.ts'
import { ServerProvider } from '../base/host/server-state.tsx'
import { colorSchemeManager } from '../base/settings/color-scheme.ts'
import { SettingsProvider } from '../base/settings/settings-context.tsx'
import { Mark } from '../base/ui/mark.tsx'
import { cssVariables, theme } from '../base/ui/theme.ts'
import { texts } from '../texts/texts.ts'
import classes from './shell.module.css'
import { Shell } from './shell.tsx'

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

interface SplashProps {
  status: ConnectionState['status']
  onRetry: () => void
}

/** The screen shown before the host's first response. */
function Splash({ status, onRetry }: SplashProps) {
  const why = { lost: texts.shell.splash.noHost, signed_out: texts.shell.connectionBanner.signedOut }
  return (
    <div className={classes.splash} role="status">
      <Mark size={40} />
      {status === 'lost' || status === 'signed_out' ? (
        <>
          <p>{why[status]}</p>
          <Button variant="default" onClick={onRetry}>
            {texts.ui.words.tryNow}
          </Button>
        </>
      ) : (
        <Loader size="xs" color="gray" role="img" aria-label={texts.shell.splash.connecting} />
      )}
    </div>
  )
}
