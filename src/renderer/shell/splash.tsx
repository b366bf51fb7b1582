/** What is shown before the host has answered for the first time. */
import { Button, Loader } from '@mantine/core'
import { texts } from '../messages/texts.ts'
import { Mark } from '../ui/mark.tsx'
import classes from './shell.module.css'

export function Splash({ lost, onRetry }: { lost: boolean; onRetry: () => void }) {
  return (
    <div className={classes.splash} role="status">
      <Mark size={40} />
      {lost ? (
        <>
          <p>{texts.shell.splash.noHost}</p>
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
