/**
 * Relays an agent on standard input and output to the MCP server of a platform: a server of another version offers its
 * own tools, and both check the same roles.
 */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { VERSION } from '../shared/domain/version.ts'
import { callLocalTool, isLocalTool } from './local-tools.ts'
import type { PlatformAccess } from './platform-access.ts'
import { CommandFailure, say } from './terminal.ts'

/** Longer than any tool waits. */
const CALL_TIMEOUT_MS = 120_000

/** Returns when the agent closes its end, or the signal aborts. Raises `CommandFailure` when the platform refuses. */
export async function relayTools(access: PlatformAccess, signal: AbortSignal): Promise<void> {
  const client = new Client({ name: 'sightline-mcp', version: VERSION }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', access.baseUrl), {
    requestInit: { headers: { 'x-api-key': access.apiKey } },
  })
  await client.connect(transport).catch((cause: unknown) => {
    throw new CommandFailure(whyNot(cause, access.baseUrl))
  })
  const instructions = client.getInstructions()
  const handle = serveStdio(
    () => {
      const server = new Server(
        { name: 'sightline', title: 'Sightline', version: client.getServerVersion()?.version ?? VERSION },
        { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
      )
      server.setRequestHandler('tools/list', () => client.listTools())
      server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
        const { name, arguments: input = {} } = params
        if (isLocalTool(name)) return callLocalTool(access.client, name, input, mcpReq.signal)
        const options = { signal: mcpReq.signal, timeout: CALL_TIMEOUT_MS }
        return (await client.callTool({ name, arguments: input }, options)) as CallToolResult
      })
      return server
    },
    { onerror: (error) => say(`sightline: ${error.message}`) },
  )
  await ended(signal)
  await handle.close()
  await client.close()
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function whyNot(cause: unknown, address: string): string {
  const status = (cause as { status?: unknown }).status
  if (status === 401) return `${address} does not accept this API key. Create another one, or check SIGHTLINE_API_KEY.`
  if (status === 404) return `${address} offers no tools: it is not a Sightline server, or an earlier version of it.`
  return `${address} can’t be reached: ${cause instanceof Error ? cause.message : String(cause)}`
}
