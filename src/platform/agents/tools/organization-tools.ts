/** Tools for notifications, credits and the buckets of an organization. */
import { type AgentTool, endpointTool } from './agent-tool.ts'
import { estimateCreditCost } from './estimate-tool.ts'

export const organizationTools: readonly AgentTool[] = [
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
