/** The banner shown while the page reconnects, or while this browser is signed out. */
import { Button } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useConnection, useConnectionState } from '../base/host/connection-context.ts'
import { texts } from '../base/messages/texts.ts'
import classes from './shell.module.css'

export function ConnectionBanner() {
  const connection = useConnection()
  const { status } = useConnectionState()
  if (status !== 'lost' && status !== 'signed_out') return null
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.8} aria-hidden />
      <span>{status === 'lost' ? texts.shell.connectionBanner.lost : texts.shell.connectionBanner.signedOut}</span>
      <Button variant="default" size="compact-xs" onClick={connection.retry}>
        {texts.ui.words.tryNow}
      </Button>
    </div>
  )
}
