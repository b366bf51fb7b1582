/** What the list and the page of a deployment have in common: its status, its compute and its live figures. */
import { Loader } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleMinus,
  IconPlayerPauseFilled,
} from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import type { ComputeType, GpuType } from '../../../shared/api/deployment-compute.ts'
import type { Deployment, DeploymentMetrics, DeploymentStatus } from '../../../shared/api/deployments.ts'
import { useHost } from '../../base/host/host-context.ts'
import { useResource } from '../../base/ui/resource.tsx'
import classes from '../../base/ui/status-badge.module.css'
import { messageText } from '../../texts/message-text.ts'
import { formatCount } from '../../texts/plural.ts'
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

const GPU_NAMES: Record<GpuType, string> = { t4: 'T4', l4: 'L4', a10g: 'A10G', a100: 'A100' }

/** `CPU`, `GPU T4`. */
export const computeText = ({ compute_type, gpu_type }: { compute_type: ComputeType; gpu_type: GpuType | null }) =>
  compute_type === 'cpu' ? 'CPU' : gpu_type === null ? 'GPU' : `GPU ${GPU_NAMES[gpu_type]}`

/** `0–3`, or `1` when it is always the same number. */
export const rangeText = ({
  min_containers: min,
  max_containers: max,
}: Record<'min_containers' | 'max_containers', number>) =>
  min === max ? formatCount(min) : `${formatCount(min)}–${formatCount(max)}`

/**
 * The reason of a deployment's status, in the language of the page.
 * Null for a deployment without a reason, such as one that a person paused.
 */
export const reasonText = ({ error, text }: Pick<Deployment, 'error' | 'text'>): string | null =>
  error === null ? null : messageText({ message: error, ...(text && { text }) })

/**
 * The live figures of a deployment.
 * Null until they are read, and while they are not followed: only active deployments on the screen are.
 */
export function useMetrics(id: string, isFollowed: boolean, everyMs: number): DeploymentMetrics | null {
  const host = useHost()
  const read = useCallback(
    async () => (isFollowed ? host.api('deployments.metrics', { params: { deployment: id } }) : null),
    [host, id, isFollowed],
  )
  return useResource(read, isFollowed ? everyMs : undefined).value ?? null
}
