/** A settings row: name and description on the left, the control on the right. */
import type { ReactNode } from 'react'
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
