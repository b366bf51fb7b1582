/** A tool of agents: made from the declaration of an endpoint, or with a schema and a function of its own. */
import { type TObject, type TProperties, Type } from 'typebox'
import { changes, type Endpoint, type OutputOf, type Role } from '../../../shared/api/endpoint.ts'
import { ENDPOINTS, type EndpointById, type EndpointId } from '../../../shared/api/index.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'

/** The input of an endpoint by its parts. */
export interface ApiInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

export interface FileLink {
  uri: string
  name: string
  mediaType: string
  sizeBytes?: number
}

/** The answer of a tool, before it is shortened for an agent. */
export interface ToolAnswer {
  value: unknown
  /** Files are answered as links. */
  links?: readonly FileLink[]
  /** Base64 */
  jpeg?: string
}

export interface FilePart {
  bytes: Buffer
  size: number
  mediaType: string
}

export interface ToolContext {
  caller: Caller
  /** Calls an endpoint with the caller's credential; returns the JSON of its reply. @throws ApiError */
  api(id: EndpointId, input?: ApiInput): Promise<unknown>
  /** Reads a part of a file that an endpoint returns; `size` is that of the whole file. @throws ApiError */
  read(id: EndpointId, params: Record<string, string>, from: number, length: number): Promise<FilePart>
  /** Sends the bytes of a file to a signed URL. @throws ApiError */
  put(url: string, bytes: Buffer, contentType: string): Promise<void>
  /** Scheme, host and port under which the caller reached the server. */
  origin: string
  signal: AbortSignal
}

export type ToolInput = Record<string, unknown>

export interface AgentTool {
  name: string
  description: string
  input: TObject
  role: Role
  idempotent: boolean
  readOnly: boolean
  /** True when it deletes or replaces data. */
  destructive: boolean
  /** @throws ApiError */
  call: (input: ToolInput, context: ToolContext) => Promise<ToolAnswer>
  /** Set for a tool without an engine: the sentence that answers its calls. */
  missing?: (input: ToolInput) => Message
}

const NAME_OR_ID = 'Name or id'
const PARAMETERS: Readonly<Record<string, string>> = {
  dataset: NAME_OR_ID,
  deployment: NAME_OR_ID,
  model: NAME_OR_ID,
  workflow: NAME_OR_ID,
  filename_path: 'File name with its directory, such as train/1.jpg, or the id of the image',
}

const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** Path, query and body in one object. */
function inputOf({ path, query, body }: Endpoint): TObject {
  const params = paramNames(path).map((name) => {
    const description = PARAMETERS[name]
    return [name, Type.String({ minLength: 1, ...(description && { description }) })] as const
  })
  const properties: TProperties = {
    ...Object.fromEntries(params),
    ...query?.properties,
    ...(body as TObject | undefined)?.properties,
  }
  const declared = [query, body as TObject | undefined].flatMap((schema) => schema?.required ?? [])
  const required = [...params.map(([name]) => name), ...declared]
  return { ...Type.Object(properties, { additionalProperties: false }), required } as TObject
}

function partsOf({ path, query, body }: Endpoint, input: ToolInput): ApiInput {
  const picked = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => name in input).map((name) => [name, input[name]]))
  return {
    params: picked(paramNames(path)) as Record<string, string>,
    ...(query && { query: picked(Object.keys(query.properties)) }),
    ...(body && { body: picked(Object.keys((body as TObject).properties)) }),
  }
}

export interface EndpointToolOptions<Id extends EndpointId> {
  /** Replaces the summary of the endpoint. */
  description?: string
  /** True when it replaces data, as a save of all annotations does; a DELETE always does. */
  replaces?: boolean
  /** The part of a reply that an agent needs. */
  answer?: (reply: ReplyOf<Id>) => unknown
  /** Links to the files in a reply. */
  links?: (reply: ReplyOf<Id>) => readonly FileLink[]
}

type ReplyOf<Id extends EndpointId> = OutputOf<EndpointById<Id>>

/** A tool that is one call of an endpoint. */
export function endpointTool<Id extends EndpointId>(
  name: string,
  id: Id,
  { description, replaces = false, answer, links }: EndpointToolOptions<Id> = {},
): AgentTool {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  return {
    name,
    description: description ?? endpoint.summary,
    input: inputOf(endpoint),
    role: endpoint.role as Role,
    idempotent: endpoint.idempotent,
    readOnly: !changes(endpoint),
    destructive: replaces || endpoint.method === 'DELETE',
    async call(input, { api }) {
      const reply = (await api(id, partsOf(endpoint, input))) as ReplyOf<Id>
      const value = reply === null ? { done: true } : answer ? answer(reply) : reply
      return { value, ...(links && { links: links(reply) }) }
    },
  }
}

export interface MissingTool {
  description: string
  role: Role
  idempotent?: boolean
  readOnly?: boolean
  destructive?: boolean
  input: TProperties
  why?: (input: ToolInput) => Message
}

/** A tool whose engine is not there yet: listed for agents that plan with it, and answered with a sentence. */
export function missingTool(name: string, { input, why, ...tool }: MissingTool): AgentTool {
  return {
    idempotent: tool.readOnly ?? false,
    readOnly: false,
    destructive: false,
    ...tool,
    name,
    input: Type.Object(input, { additionalProperties: false }),
    missing: why ?? (() => message('tool.not_available', { name })),
    call: async () => ({ value: null }),
  }
}
