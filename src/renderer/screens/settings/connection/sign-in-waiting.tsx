/** A sign-in that waits for the person in the browser: the code to compare, the page, and the time that is left. */
import { Button, CopyButton, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ServerCode } from '../../../../shared/bridge/servers.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './sign-in.module.css'

const words = texts.settings.connection

interface SignInWaitingProps {
  /** Null while the server is asked for one. */
  code: ServerCode | null
  onStop: () => void
}

export function SignInWaiting({ code, onStop }: SignInWaitingProps) {
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  return (
    <div className={classes.waiting}>
      <div role="status">
        <p>{code ? words.code : words.asking}</p>
        {code && <output className={classes.code}>{code.user_code}</output>}
      </div>
      {code && <TimeLeft key={code.user_code} seconds={code.expires_in} />}
      <Group gap={8}>
        {code && (
          <>
            <Button component="a" href={code.url} target="_blank" rel="noreferrer">
              {words.openPage}
            </Button>
            <CopyButton value={code.user_code}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.ui.words.copied : words.copyCode}
                </Button>
              )}
            </CopyButton>
          </>
        )}
        <Button ref={stop} variant="subtle" onClick={onStop}>
          {words.stop}
        </Button>
      </Group>
    </div>
  )
}

/** Outside of the live region: a screen reader doesn't read each second. */
function TimeLeft({ seconds }: { seconds: number }) {
  const [end] = useState(() => performance.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.round((end - performance.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [end])
  return <p className={classes.left}>{words.waiting(Math.floor(left / 60), String(left % 60).padStart(2, '0'))}</p>
}
