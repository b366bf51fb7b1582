/** The registry of agent tools, as the specification names and orders them. */
import type { AgentToolRegistry } from '../../../shared/api/tools.ts'
import type { AgentTool } from './agent-tool.ts'
import { dataTools } from './data-tools.ts'
import { uploadFromDirectory } from './directory-tool.ts'
import { modelTools } from './model-tools.ts'
import { organizationTools } from './organization-tools.ts'
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
