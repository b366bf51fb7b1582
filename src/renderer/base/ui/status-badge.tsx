/** The badge of a run's state, the same everywhere: colour, shape and text, never colour alone. */
import { Loader } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconClock,
  IconPlayerPauseFilled,
} from '@tabler/icons-react'
import type { RunState } from '../../../shared/domain/run.ts'
import { texts } from '../../texts/texts.ts'
import classes from './status-badge.module.css'

export const STATUS_WORDS: Record<RunState, string> = {
  queued: texts.ui.status.queued,
  processing: texts.ui.status.processing,
  completed: texts.ui.status.completed,
  error: texts.ui.status.error,
  interrupted: texts.ui.status.interrupted,
  cancelled: texts.ui.status.cancelled,
}

const ICONS: Record<RunState, React.ReactNode> = {
  queued: <IconClock size={14} stroke={2} aria-hidden />,
  processing: <Loader size={12} color="var(--sl-accent)" aria-hidden />,
  completed: <IconCircleCheckFilled size={14} aria-hidden />,
  error: <IconAlertTriangleFilled size={14} aria-hidden />,
  interrupted: <IconPlayerPauseFilled size={14} aria-hidden />,
  cancelled: <IconCircleMinus size={14} stroke={2} aria-hidden />,
}

export function StatusBadge({ status }: { status: RunState }) {
  return (
    <span className={classes.badge} data-status={status}>
      {ICONS[status]}
      {STATUS_WORDS[status]}
    </span>
  )
}
