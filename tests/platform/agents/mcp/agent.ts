/** An MCP client of a platform, as an agent uses it. */
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface Agent {
  client: Client
  /** The JSON of the answer. Fails the test when the tool reports an error. */
  call<T = Record<string, unknown>>(name: string, input?: Record<string, unknown>): Promise<T>
  /** The text of the error. Fails the test when the tool reports none. */
  fail(name: string, input?: Record<string, unknown>): Promise<string>
  raw(name: string, input?: Record<string, unknown>): Promise<CallToolResult>
  close(): Promise<void>
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('')

export function agentOf(client: Client): Agent {
  const raw = async (name: string, input = {}) => (await client.callTool({ name, arguments: input })) as CallToolResult
  return {
    client,
    raw,
    async call<T>(name: string, input?: Record<string, unknown>) {
      const result = await raw(name, input)
      if (result.isError) throw new Error(`${name}: ${textOf(result)}`)
      return JSON.parse(textOf(result)) as T
    },
    async fail(name, input) {
      const result = await raw(name, input)
      if (!result.isError) throw new Error(`${name} succeeded: ${textOf(result)}`)
      return textOf(result)
    },
    close: () => client.close(),
  }
}

/** `modern`: the revision 2026-07-28, otherwise the handshake of 2025. */
export async function connectAgent(baseUrl: string, headers: Record<string, string>, modern = true): Promise<Agent> {
  const mode = modern ? 'auto' : 'legacy'
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), { requestInit: { headers } }))
  return agentOf(client)
}
