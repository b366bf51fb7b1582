/** Tools to find connected buckets and images in them. These are Sightline's own, beside those of the registry. */
import { type AgentTool, endpointTool } from './agent-tool.ts'

export const connectorTools: readonly AgentTool[] = [
  endpointTool('list_connectors', 'storageConnections.list', {
    answer: (connections) =>
      connections.map(({ id, name, provider, bucket, prefix, last_verified_at }) => {
        return { id, name, provider, bucket, prefix, last_verified_at }
      }),
  }),
  endpointTool('browse_connector', 'storageConnections.browse'),
  endpointTool('get_connector_import', 'storageConnections.importJob'),
]
