/** The tool by which an agent learns the cost of work before it begins. */
import { Type } from 'typebox'
import { COMPUTE_TYPES, type DeploymentQuote, GPU_TYPES } from '../../../shared/api/deployment-compute.ts'
import type { OrganizationUsage } from '../../../shared/api/usage.ts'
import type { PricedKind } from '../../accounts/credits/prices.ts'
import type { AgentTool, ToolContext, ToolInput } from './agent-tool.ts'

type Operation = 'workflow_run' | 'auto_annotation' | 'evaluation' | 'deployment'

/** Priced by the prices of the plan; a deployment is priced by its own quote, since it depends on the machine. */
const PRICED: Readonly<Record<Exclude<Operation, 'deployment'>, { kind: PricedKind; unit: string }>> = {
  workflow_run: { kind: 'workflow_run', unit: 'frames' },
  auto_annotation: { kind: 'annotation_batch', unit: 'passes' },
  evaluation: { kind: 'model_evaluation', unit: 'images' },
}

interface Rate {
  unit: string
  micro_usd: number
}

async function rateOf(
  operation: Operation,
  { compute_type, gpu_type }: ToolInput,
  api: ToolContext['api'],
): Promise<Rate> {
  if (operation === 'deployment') {
    const query = { compute_type: compute_type ?? 'cpu', ...(gpu_type !== undefined && { gpu_type }) }
    const quote = (await api('deployments.quote', { query })) as DeploymentQuote
    return { unit: 'container_minutes', micro_usd: quote.rate_per_min_micro_usd }
  }
  const { kind, unit } = PRICED[operation]
  const { prices } = (await api('organizations.usage')) as OrganizationUsage
  const found = prices.find((price) => price.kind === kind && price.unit === unit)
  return { unit, micro_usd: found?.micro_usd ?? 0 }
}

export const estimateCreditCost: AgentTool = {
  name: 'estimate_credit_cost',
  description: 'Estimate the credits that an operation costs, in micro-USD',
  role: 'viewer',
  idempotent: true,
  readOnly: true,
  destructive: false,
  input: Type.Object(
    {
      operation: Type.Enum([...(Object.keys(PRICED) as Operation[]), 'deployment']),
      quantity: Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        default: 1,
        description:
          'Frames of a run, passes of an auto-annotation (one for each image or tile, and class with SAM 3), images of an evaluation, minutes of a container',
      }),
      compute_type: Type.Optional(Type.Enum([...COMPUTE_TYPES], { description: 'Of a deployment; cpu by default' })),
      gpu_type: Type.Optional(Type.Enum([...GPU_TYPES], { description: 'Of a deployment on gpu' })),
    },
    { additionalProperties: false },
  ),
  async call(input, { api }) {
    const { operation, quantity = 1 } = input as { operation: Operation; quantity?: number }
    const { unit, micro_usd } = await rateOf(operation, input, api)
    return { value: { operation, quantity, unit, micro_usd_per_unit: micro_usd, cost_micro_usd: quantity * micro_usd } }
  },
}
