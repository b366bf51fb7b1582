/** The status of a deployment: colour, shape and text. */
import { Loader } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconPlayerPauseFilled,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DeploymentStatus } from '../../../shared/api/deployments.ts'
import classes from '../../base/ui/status-badge.module.css'
import { texts } from '../../texts/texts.ts'

/** The icon, and the state of a run that has the same colour. */
const LOOKS: Record<DeploymentStatus, readonly [icon: ReactNode, like: string]> = {
  provisioning: [<Loader key="icon" size={12} color="var(--sl-accent)" aria-hidden />, 'processing'],
  active: [<IconCircleCheckFilled key="icon" size={14} aria-hidden />, 'completed'],
  paused: [<IconPlayerPauseFilled key="icon" size={14} aria-hidden />, 'cancelled'],
  failed: [<IconAlertTriangleFilled key="icon" size={14} aria-hidden />, 'error'],
  terminated: [<IconCircleMinus key="icon" size={14} stroke={2} aria-hidden />, 'cancelled'],
}

export function StatusOfDeployment({ status }: { status: DeploymentStatus }) {
  const [icon, like] = LOOKS[status]
  return (
    <span className={classes.badge} data-status={like}>
      {icon}
      {texts.deployments.statuses[status]}
    </span>
  )
}
