/** A settings row: name and description on the left, the control on the right. */
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import form from './access-form.module.css'
import classes from './settings.module.css'

interface RowProps {
  label: string
  hint?: string | undefined
  children: ReactNode
}

export function Row({ label, hint, children }: RowProps) {
  return (
    <div className={classes.row}>
      <div>
        <div>{label}</div>
        {hint && <small>{hint}</small>}
      </div>
      <div>{children}</div>
    </div>
  )
}

interface ShareBarProps {
  label: string
  share: number
  text: string
  /** A full bar is the end of the limit. */
  isUse?: boolean
}

/** A used or remaining share, as text and as a bar. */
export function ShareBar({ label, share, text, isUse = false }: ShareBarProps) {
  const value = Math.min(1, Math.max(0, share)) * 100
  return (
    <div className={form.bar}>
      <span>{text}</span>
      <Progress.Root size="sm">
        <Progress.Section value={value} color={isUse && share >= 1 ? 'red' : 'accent'} aria-label={label} />
      </Progress.Root>
    </div>
  )
}
