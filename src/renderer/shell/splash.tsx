/** What is shown before the host has answered for the first time. */
import { Button, Loader } from '@mantine/core'
import { Mark } from '../ui/mark.tsx'
import classes from './shell.module.css'

export function Splash({ lost, onRetry }: { lost: boolean; onRetry: () => void }) {
  return (
    <div className={classes.splash} role="status">
      <Mark size={40} />
      {lost ? (
        <>
          <p>Sightline’s background process does not answer. Start Sightline again; this page connects by itself.</p>
          <Button variant="default" onClick={onRetry}>
            Try now
          </Button>
        </>
      ) : (
        <Loader size="xs" color="gray" aria-label="Connecting" />
      )}
    </div>
  )
}
