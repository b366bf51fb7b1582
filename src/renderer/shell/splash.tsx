/** The screen shown before the host's first response. */
import { Button, Loader } from '@mantine/core'
import type { ConnectionState } from '../base/host/connection.ts'
import { Mark } from '../base/ui/mark.tsx'
import { texts } from '../texts/texts.ts'
import classes from './shell.module.css'

interface SplashProps {
  status: ConnectionState['status']
  onRetry: () => void
}

export function Splash({ status, onRetry }: SplashProps) {
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
