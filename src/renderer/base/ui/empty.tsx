/** Placeholders for empty and failed screens. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import classes from './empty.module.css'

interface EmptyProps {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <div className={classes.icon}>{icon}</div>
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

/** An error message of a failed read, with a retry button. */
export function LoadError({ title, message, onRetry }: { title: string; message: string; onRetry: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <h2>{title}</h2>
      <p>{message}</p>
      <Button variant="default" onClick={onRetry}>
        {texts.ui.words.tryAgain}
      </Button>
    </div>
  )
}
