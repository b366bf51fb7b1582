/** Tools for notifications, credits and the buckets of an organization. */
import { Type } from 'typebox'
import { type AgentTool, endpointTool, missingTool } from './agent-tool.ts'
import { estimateCreditCost } from './estimate-tool.ts'

const Text = Type.String({ minLength: 1 })

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
  missingTool('validate_connector', {
    description: 'Check that a bucket can be listed with these credentials; nothing is stored',
    role: 'admin',
    idempotent: true,
    input: {
      provider: Text,
      bucket: Text,
      region: Type.Optional(Text),
      endpoint: Type.Optional(Text),
      prefix: Type.Optional(Type.String()),
      access_key_id: Text,
      secret_access_key: Text,
    },
  }),
  missingTool('import_from_connector', {
    description: 'Import images from a connected bucket into a data set; images that are there already are skipped',
    role: 'member',
    idempotent: true,
    input: {
      connection_id: Text,
      dataset: Type.String({ minLength: 1, description: 'Name or id' }),
      prefix: Type.Optional(Type.String({ description: 'Everything below it' })),
      keys: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 10_000, description: 'Exactly these objects' })),
    },
  }),
]
