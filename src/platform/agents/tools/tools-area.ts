/** The tools of agents: their registry, and all tools that the MCP server offers. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GraphReadiness } from '../../workflows/readiness/readiness.ts'
import { createArtifactLinks } from '../../workflows/runs/artifact-links.ts'
import type { RunArea } from '../../workflows/runs/run-area.ts'
import type { AgentTool } from './agent-tool.ts'
import { listBlockKinds } from './block-tool.ts'
import { connectorTools } from './connector-tools.ts'
import { describeTools, registryTools } from './registry.ts'
import { runTools } from './run-tools.ts'
import { workflowTools } from './workflow-tools.ts'

export interface ToolsArea extends Area {
  /** Those of the registry and Sightline's own. */
  tools: readonly AgentTool[]
  handlers: Pick<Handlers, 'tools'>
}

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
