/** What is wrong, in a quiet frame. */
import { IconAlertTriangleFilled, IconExclamationCircleFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './panels.module.css'

export function IssueNote({ severity, children }: { severity: 'error' | 'warning'; children: ReactNode }) {
  const Mark = severity === 'error' ? IconExclamationCircleFilled : IconAlertTriangleFilled
  return (
    <div className={classes.note} data-severity={severity} role={severity === 'error' ? 'alert' : 'note'}>
      <Mark size={15} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
