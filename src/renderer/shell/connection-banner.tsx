/** The banner shown while the page reconnects, while this browser is signed out, or while its server fails. */
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useState } from 'react'
import { useConnection, useConnectionState } from '../base/host/connection-context.ts'
import { useHost } from '../base/host/host-context.ts'
import { useServerState } from '../base/host/server-state.tsx'
import { hrefOf } from '../base/navigation/route.ts'
import { messageText } from '../texts/message-text.ts'
import { texts } from '../texts/texts.ts'
import classes from './shell.module.css'

const words = texts.shell.connectionBanner

export function ConnectionBanner() {
  const connection = useConnection()
  const { status, signInUrl } = useConnectionState()
  if (status !== 'lost' && status !== 'signed_out') return <ServerBanner />
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>{status === 'lost' ? words.lost : signInUrl === null ? words.signedOut : words.sessionOver}</span>
      {signInUrl !== null && (
        <Button component="a" href={signInUrl} target="_blank" variant="default" size="compact-xs">
          {words.signIn}
        </Button>
      )}
      <Button variant="default" size="compact-xs" onClick={connection.retry}>
        {texts.ui.words.tryNow}
      </Button>
    </div>
  )
}

/** Runs continue on a server that this computer can't reach. */
function ServerBanner() {
  const { studio } = useHost()
  const { server, check } = useServerState()
  const [busy, setBusy] = useState(false)
  if (!server || !check?.problem) return null
  const retry = () => {
    setBusy(true)
    void studio
      .checkServer({})
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>{words.server(server.name, messageText(check.problem))}</span>
      {server.signed_in && check.problem.code === 'key' && (
        <Button component="a" href={hrefOf({ screen: 'settings' })} variant="default" size="compact-xs">
          {words.signIn}
        </Button>
      )}
      <Button variant="default" size="compact-xs" loading={busy} onClick={retry}>
        {texts.ui.words.tryNow}
      </Button>
    </div>
  )
}
