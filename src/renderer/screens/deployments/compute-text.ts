/** Names the compute of a deployment. */
import type { ComputeType, GpuType } from '../../../shared/api/deployment-compute.ts'
import { formatCount } from '../../texts/plural.ts'

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
