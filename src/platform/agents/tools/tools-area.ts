/** The tools of agents: their registry, and all tools that the MCP server offers. */
import { Type } from 'typebox'
import type { BlockKind } from '../../../shared/blocks/block.ts'
import { BLOCK_KINDS, BLOCKS, type BlockKindName } from '../../../shared/blocks/catalogue.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GraphReadiness } from '../../workflows/readiness/readiness.ts'
import { createArtifactLinks } from '../../workflows/runs/artifact-links.ts'
import type { RunArea } from '../../workflows/runs/run-area.ts'
import { type AgentTool, endpointTool } from './agent-tool.ts'
import { plainSchema } from './plain-schema.ts'
import { describeTools, registryTools } from './registry.ts'
import { runTools } from './run-tools.ts'
import { workflowTools } from './workflow-tools.ts'

export interface ToolsArea extends Area {
  /** The tools of the registry and Sightline's own. */
  tools: readonly AgentTool[]
  handlers: Pick<Handlers, 'tools'>
}

/** Tools to find connected buckets and images in them. These are Sightline's own, beside those of the registry. */
const connectorTools: readonly AgentTool[] = [
  endpointTool('list_connectors', 'storageConnections.list', {
    answer: (connections) =>
      connections.map(({ id, name, provider, bucket, prefix, last_verified_at }) => {
        return { id, name, provider, bucket, prefix, last_verified_at }
      }),
  }),
  endpointTool('browse_connector', 'storageConnections.browse'),
  endpointTool('get_connector_import', 'storageConnections.importJob'),
]

/** The block kinds of workflows, as an agent reads them: ports, settings and their meaning. */
const listBlockKinds: AgentTool = {
  name: 'list_block_kinds',
  description:
    'List the block kinds of workflows with their ports; with a kind, also its documentation and the JSON Schema of its config',
  role: 'viewer',
  idempotent: true,
  readOnly: true,
  destructive: false,
  input: Type.Object({ kind: Type.Optional(Type.Enum([...BLOCK_KINDS])) }, { additionalProperties: false }),
  async call({ kind }) {
    if (kind === undefined) return { value: { kinds: BLOCK_KINDS.map((name) => outline(BLOCKS[name])), graph: GRAPH } }
    const block: BlockKind = BLOCKS[kind as BlockKindName]
    return { value: { ...outline(block), docs: block.docs, config: plainSchema(block.config) } }
  },
}

const GRAPH =
  'A graph is {version: 1, nodes: [{id, type, config}], edges: [{source, target, sourceHandle?, targetHandle?}]}. It has one source and at least one sink; handles are ids of ports and may be left out where a block has one port.'

const outline = ({ kind, title, summary, inputs, outputs }: BlockKind) => ({
  kind,
  title,
  summary,
  inputs: inputs.map(({ id, accepts, many }) => ({ id, accepts, many })),
  outputs: outputs.map(({ id, type }) => ({ id, type })),
})

export interface ToolsAreaNeeds {
  readiness: GraphReadiness
  runs: RunArea
  /** True when callers are people at this machine, whose folders may be read. */
  allowLocalFiles: boolean
}

export function createToolsArea(
  services: PlatformServices,
  { readiness, runs, allowLocalFiles }: ToolsAreaNeeds,
): ToolsArea {
  const listed = registryTools(allowLocalFiles)
  const registry = describeTools(listed, services.now())
  const links = createArtifactLinks(services)
  return {
    tools: [
      listBlockKinds,
      ...workflowTools(async (graph, caller) => (await readiness.checkRunnable(graph, caller)).issues),
      ...runTools({
        wait: runs.runs.wait,
        linkTo: links.of,
      }),
      ...connectorTools,
      ...listed,
    ],
    handlers: { tools: { listJson: async () => registry, list: async () => registry } },
  }
}
