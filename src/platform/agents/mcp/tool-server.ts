/** The MCP server of one caller: the tools that its role may call, and their answers. */
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { roleAtLeast } from '../../../shared/api/endpoint.ts'
import type { ApiError } from '../../../shared/api/errors.ts'
import { englishOf } from '../../../shared/messages/message.ts'
import { toApiError } from '../../http/errors.ts'
import { requestCheck } from '../../http/validation.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import type { AgentTool, ToolAnswer, ToolContext, ToolInput } from '../tools/agent-tool.ts'
import { plainSchema } from '../tools/plain-schema.ts'
import { boundedAnswer } from './bounded-answer.ts'

/** Larger images are left out: an agent would pay for every pixel. */
const MAX_JPEG_BASE64 = 1_500_000
const MAX_LINKS = 25

const INSTRUCTIONS = `Sightline runs computer-vision pipelines ("workflows") on video and images. To build one: list_block_kinds (and once for each kind that you use), list_models, create_workflow, check_workflow until it is runnable, preview_graph to see a frame, run_workflow, wait_for_run, get_run for counts and links to files. Media: use a handle such as sightline://demo/street-crossing.mp4, or create_upload and a PUT. Coordinates of lines and zones are shares of the frame, from 0 to 1. Answers hold at most 25 rows or 8 kB; left_out says what is missing.`

export interface ToolServerOptions {
  tools: readonly AgentTool[]
  version: string
  log: Log
}

export type OpenToolServer = (caller: Caller, contextOf: (signal: AbortSignal) => ToolContext) => Server

export function createToolServer({ tools, version, log }: ToolServerOptions): OpenToolServer {
  const known = new Map(tools.map((tool) => [tool.name, { tool, check: requestCheck(tool.input, 'body') }]))
  const described = new Map(tools.map((tool) => [tool.name, descriptorOf(tool)]))

  return (caller, contextOf) => {
    const allowed = tools.filter(({ role }) => roleAtLeast(caller.role, role))
    const server = new Server(
      { name: 'sightline', title: 'Sightline', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    )
    server.setRequestHandler('tools/list', () => ({
      tools: allowed.map(({ name }) => described.get(name) as ReturnType<typeof descriptorOf>),
    }))
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
      const found = known.get(params.name)
      if (!found || !allowed.includes(found.tool)) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool “${params.name}” for this API key.`)
      }
      const input: ToolInput = structuredClone(params.arguments ?? {})
      const wrong = found.check(input)
      if (wrong) return failure(wrong)
      if (found.tool.missing) return failed(englishOf(found.tool.missing(input)))
      try {
        return success(await found.tool.call(input, contextOf(mcpReq.signal)))
      } catch (error) {
        mcpReq.signal.throwIfAborted()
        return failure(toApiError(error, log, `The tool ${params.name}`))
      }
    })
    return server
  }
}

function descriptorOf({ name, description, input, readOnly, destructive, idempotent }: AgentTool) {
  return {
    name,
    description,
    inputSchema: plainSchema(input) as { type: 'object' },
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: false,
    },
  }
}

function success({ value, links = [], jpeg }: ToolAnswer): CallToolResult {
  return {
    content: [
      { type: 'text', text: boundedAnswer(value) },
      ...links.slice(0, MAX_LINKS).map(({ uri, name, mediaType, sizeBytes }) => ({
        type: 'resource_link' as const,
        uri,
        name,
        mimeType: mediaType,
        ...(sizeBytes !== undefined && { size: sizeBytes }),
      })),
      ...(jpeg !== undefined && jpeg.length <= MAX_JPEG_BASE64
        ? [{ type: 'image' as const, data: jpeg, mimeType: 'image/jpeg' }]
        : []),
    ],
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

/** The sentence of the error, and the fields or blocks that it is about. */
function failure(error: ApiError): CallToolResult {
  if (error.details.length === 0) return failed(`${error.message} (${error.code})`)
  const details = error.details.map(({ text: _, ...detail }) => detail)
  return failed(`${error.message} (${error.code})\n${boundedAnswer({ details })}`)
}
