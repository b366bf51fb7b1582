/** The registry of agent tools, as the specification names and orders them. */
import { Type } from 'typebox'
import { COMPUTE_TYPES, type DeploymentQuote, GPU_TYPES } from '../../../shared/api/deployment-compute.ts'
import type { AgentToolRegistry } from '../../../shared/api/tools.ts'
import type { OrganizationUsage } from '../../../shared/api/usage.ts'
import type { PricedKind } from '../../accounts/credits/prices.ts'
import { type AgentTool, endpointTool, type ToolContext, type ToolInput } from './agent-tool.ts'
import { dataTools } from './data-tools.ts'
import { uploadFromDirectory } from './directory-tool.ts'
import { modelTools } from './model-tools.ts'
import { plainSchema } from './plain-schema.ts'

/** Tools may be added between minor versions, renamed or removed in major ones. */
export const REGISTRY_VERSION = '1.0.0'

const ORDER = [
  'upload_dataset_from_directory',
  'auto_annotate_dataset',
  'augment_dataset',
  'tile_dataset',
  'train_pipeline',
  'list_datasets',
  'get_dataset',
  'create_dataset',
  'delete_dataset',
  'upload_image',
  'delete_image',
  'review_image',
  'set_image_split',
  'rebalance_dataset_splits',
  'get_annotations',
  'save_annotations',
  'auto_annotate_point',
  'auto_annotate_box',
  'auto_annotate_text',
  'search_by_tag',
  'search_by_similarity',
  'create_export',
  'list_exports',
  'download_export',
  'get_training_status',
  'cancel_training',
  'list_models',
  'download_model',
  'list_deployments',
  'get_deployment',
  'create_deployment',
  'delete_deployment',
  'list_notifications',
  'get_credit_balance',
  'estimate_credit_cost',
  'validate_connector',
  'import_from_connector',
] as const

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

/** The tool by which an agent learns the cost of work before it begins. */
const estimateCreditCost: AgentTool = {
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

/** Tools for notifications, credits and the buckets of an organization. */
const organizationTools: readonly AgentTool[] = [
  endpointTool('list_notifications', 'notifications.list'),
  endpointTool('get_credit_balance', 'organizations.me', {
    description: 'Read the credits that remain, in micro-USD',
    answer: ({ credits_remaining, credits_monthly_allowance, credits_reset_at }) => ({
      credits_remaining,
      credits_monthly_allowance,
      credits_reset_at,
    }),
  }),
  estimateCreditCost,
  endpointTool('validate_connector', 'storageConnections.validate', {
    description: 'Check that a connected bucket can still be listed; list_connectors has the ids of connections',
  }),
  endpointTool('import_from_connector', 'storageConnections.import', {
    description:
      'Import images from a connected bucket into a data set; images that are there already are skipped. Then read get_connector_import until its status is completed, failed or cancelled',
  }),
]

/** @throws Error for a tool that nothing declares. */
export function registryTools(allowLocalFiles: boolean): AgentTool[] {
  const fromDirectory = uploadFromDirectory(allowLocalFiles)
  const declared = new Map(
    [fromDirectory, ...dataTools, ...modelTools, ...organizationTools].map((tool) => [tool.name, tool]),
  )
  return ORDER.map((name) => {
    const tool = declared.get(name)
    if (!tool) throw new Error(`No tool “${name}” is declared.`)
    return tool
  })
}

/** Nothing is charged for a tool in itself, nor for a run on one's own machine. */
const FREE = 0

export function describeTools(tools: readonly AgentTool[], now: Date): AgentToolRegistry {
  return {
    tools: tools.map(({ name, description, input, role, idempotent }) => ({
      name,
      description,
      input_schema: plainSchema(input),
      required_role: role,
      cost_micro_usd: FREE,
      idempotent,
    })),
    version: REGISTRY_VERSION,
    count: tools.length,
    generated_at: now.toISOString(),
  }
}
