/** The badge of a batch file's state: the status of its run, or the reason why it has none. */
import { IconAlertTriangleFilled, IconCircleDashed, IconTrash } from '@tabler/icons-react'
import classes from '../../base/ui/status-badge.module.css'
import { StatusBadge } from '../../base/ui/status-badge.tsx'
import { texts } from '../../texts/texts.ts'
import type { RowState } from './batch-rows.ts'

const ICON = { size: 14, stroke: 2, 'aria-hidden': true } as const

export function StateBadge({ state }: { state: RowState }) {
  if (state !== 'waiting' && state !== 'refused' && state !== 'gone') return <StatusBadge status={state} />
  return (
    <span className={classes.badge} data-status={state === 'refused' ? 'error' : 'cancelled'}>
      {state === 'refused' && <IconAlertTriangleFilled size={14} aria-hidden />}
      {state === 'waiting' && <IconCircleDashed {...ICON} />}
      {state === 'gone' && <IconTrash {...ICON} />}
      {texts.batch.states[state]}
    </span>
  )
}
