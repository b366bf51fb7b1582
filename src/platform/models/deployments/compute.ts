/**
 * The tiers of compute. A tier with a GPU runs on the GPU of this machine; without one it runs on the CPU, and costs what
 * the CPU costs.
 */
import {
  type ComputeType,
  type DeploymentCompute,
  type DeploymentComputeOption,
  type DeploymentQuote,
  GPU_TYPES,
  type GpuType,
} from '../../../shared/api/deployment-compute.ts'
import { FREE_BOOK } from '../../../shared/api/plans.ts'
import { CPU, type Device, type DeviceId } from '../../../shared/domain/device.ts'
import { englishOf, type Message, message } from '../../../shared/messages/message.ts'
import { price } from '../../accounts/credits/prices.ts'
import type { Database } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'

export interface Tier {
  compute_type: ComputeType
  gpu_type: GpuType | null
}

/** How a tier is run here, and at which price. */
export interface Placement {
  device: DeviceId
  charged_as: DeploymentCompute
  price_book: number
  /** Micro-USD for a minute of one container. */
  cost_rate_per_min: number
}

export interface Compute {
  options(organizationId: string): Promise<DeploymentComputeOption[]>
  /** @throws ApiError invalid_field for a GPU without a type */
  quote(
    organizationId: string,
    tier: { compute_type: ComputeType; gpu_type?: GpuType; min_containers: number },
  ): Promise<DeploymentQuote>
  place(organizationId: string, tier: Tier): Promise<Placement>
}

const LABELS: Record<DeploymentCompute, string> = {
  cpu: 'CPU',
  t4: 'NVIDIA T4',
  l4: 'NVIDIA L4',
  a10g: 'NVIDIA A10G',
  a100: 'NVIDIA A100',
}
const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24

export const minutesOf = (charged: DeploymentCompute, minutes: number) => ({ [`${charged}_minutes`]: minutes })

/** `devices`: those of this machine. */
export function createCompute(db: Database, devices: () => Promise<readonly Device[]>): Compute {
  /** The first GPU that is there; a software renderer is slower than the CPU. */
  const gpu = async (): Promise<Device | undefined> =>
    (await devices()).find(({ kind, available, software }) => kind !== CPU && available && !software)

  const bookOf = async (organizationId: string) => (await organizationPlan(db, organizationId)).price_book

  async function place(organizationId: string, { compute_type, gpu_type }: Tier): Promise<Placement> {
    const found = compute_type === 'gpu' ? await gpu() : undefined
    const charged_as = found && gpu_type ? gpu_type : CPU_TIER
    const price_book = await bookOf(organizationId)
    const cost_rate_per_min = price('deployment', minutesOf(charged_as, 1), price_book)
    return { device: found?.id ?? CPU, charged_as, price_book, cost_rate_per_min }
  }

  return {
    place,
    async options(organizationId) {
      const found = await gpu()
      const cpu: Tier = { compute_type: 'cpu', gpu_type: null }
      const tiers: Tier[] = [cpu, ...GPU_TYPES.map((gpu_type): Tier => ({ compute_type: 'gpu', gpu_type }))]
      return Promise.all(
        tiers.map(async (tier) => {
          const key = tier.gpu_type ?? CPU_TIER
          const { cost_rate_per_min } = await place(organizationId, tier)
          const text = descriptionOf(tier, found)
          return {
            key,
            label: LABELS[key],
            ...tier,
            is_gpu: tier.compute_type === 'gpu',
            description: englishOf(text),
            text,
            rate_per_min_micro_usd: cost_rate_per_min,
            available: tier.compute_type === 'cpu' || found !== undefined,
          }
        }),
      )
    },
    async quote(organizationId, { compute_type, gpu_type, min_containers }) {
      if (compute_type === 'gpu' && gpu_type === undefined) {
        throw invalidField('/gpu_type', message('deployment.gpu_type_needed'))
      }
      const tier: Tier = { compute_type, gpu_type: compute_type === 'gpu' ? (gpu_type ?? null) : null }
      const { cost_rate_per_min: rate, price_book } = await place(organizationId, tier)
      const text = billingOf(price_book, min_containers)
      return {
        rate_per_min_micro_usd: rate,
        cost_per_hour_micro_usd: rate * MINUTES_PER_HOUR,
        cost_per_day_micro_usd: rate * MINUTES_PER_HOUR * HOURS_PER_DAY,
        scale_to_zero: min_containers === 0,
        billing_note: englishOf(text),
        text,
      }
    },
  }
}

const CPU_TIER = 'cpu'

function descriptionOf({ compute_type }: Tier, found: Device | undefined): Message {
  if (compute_type === 'cpu') return message('deployment.tier_cpu')
  return found ? message('deployment.tier_gpu', { gpu: found.name }) : message('deployment.on_cpu')
}

function billingOf(book: number, min: number): Message {
  if (book === FREE_BOOK) return message('deployment.billing_free')
  return min === 0 ? message('deployment.billing_scale_to_zero') : message('deployment.billing')
}
