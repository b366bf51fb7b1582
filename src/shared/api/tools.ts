import { type Static, Type } from 'typebox'
import { defineEndpoint, ROLES } from './endpoint.ts'

export const AgentToolDescriptor = Type.Object(
  {
    name: Type.String({ description: 'Stable; renamed or removed in a major version of the registry only' }),
    description: Type.String(),
    input_schema: Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema' }),
    required_role: Type.Enum([...ROLES], { description: 'The least role; the server checks it at each call' }),
    cost_micro_usd: Type.Integer({ description: '0 for operations that are free' }),
    idempotent: Type.Boolean({ description: 'Safe to repeat when no answer arrived' }),
  },
  { $id: 'AgentToolDescriptor' },
)
export type AgentToolDescriptor = Static<typeof AgentToolDescriptor>

export const AgentToolRegistry = Type.Object(
  {
    tools: Type.Array(AgentToolDescriptor),
    version: Type.String({ description: 'Semantic version of the list' }),
    count: Type.Integer(),
    generated_at: Type.String(),
  },
  { $id: 'AgentToolRegistry' },
)
export type AgentToolRegistry = Static<typeof AgentToolRegistry>

const registry = {
  method: 'GET',
  role: 'viewer',
  summary: 'List the tools of agents, which /mcp serves',
  reply: { as: 'json', schema: AgentToolRegistry },
  idempotent: true,
} as const

export const tools = {
  listJson: defineEndpoint({ ...registry, path: '/tools.json' }),
  list: defineEndpoint({ ...registry, path: '/tools' }),
} as const
