/** The OpenAPI 3.1 document, generated from the endpoint declarations alone. */
import {
  API_PREFIX,
  type Credential,
  credentialOf,
  type Endpoint,
  hasCaller,
  OPERATOR,
  type Role,
  takesIdempotencyKey,
  templateOf,
} from '../../shared/api/endpoint.ts'
import { type ApiErrorCode, ErrorBody } from '../../shared/api/errors.ts'
import { COMMON_ERRORS, IDEMPOTENCY_ERRORS, statusOf } from './errors.ts'
import { FILE_PART } from './form-body.ts'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from './session-cookie.ts'

export const OPENAPI_PATH = `${API_PREFIX}/openapi.json`
/** The same document, where tools look for one. */
export const SHORT_OPENAPI_PATH = '/openapi.json'

/** Translates the schemas of the declarations to those of OpenAPI 3.1, which are JSON Schema 2020-12. */
type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field with a default may be left out of a request, although TypeBox lists it among those that are there. */
const hasDefault = ({ properties }: Json, name: string): boolean => {
  const field = isObject(properties) ? properties[name] : undefined
  return isObject(field) && 'default' in field
}

/** Schemas with an $id become components of that name, used by reference. */
export function createComponents() {
  const schemas = new Map<string, Json>()
  const sources = new Map<string, string>()

  function add(schema: unknown): Json {
    if (!isObject(schema)) return {}
    const { $id: id } = schema
    if (typeof id !== 'string') return translate(schema)
    const source = JSON.stringify(schema)
    if (sources.has(id) && sources.get(id) !== source) throw new Error(`Two schemas have the $id “${id}”.`)
    if (!sources.has(id)) {
      sources.set(id, source)
      schemas.set(id, translate(schema))
    }
    return { $ref: `#/components/schemas/${id}` }
  }

  /** Tuples are written as `prefixItems`, records as `additionalProperties`. */
  function translate(schema: Json): Json {
    const out: Json = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$id' || keyword === 'additionalItems') continue
      if (keyword === 'properties' && isObject(value)) {
        out.properties = Object.fromEntries(Object.entries(value).map(([name, s]) => [name, add(s)]))
      } else if (keyword === 'patternProperties' && isObject(value)) {
        out.additionalProperties = add(Object.values(value)[0])
      } else if (keyword === 'items' && Array.isArray(value)) {
        out.prefixItems = value.map(add)
        out.maxItems = value.length
      } else if (keyword === 'items' || (keyword === 'additionalProperties' && isObject(value))) {
        out[keyword] = add(value)
      } else if (keyword === 'anyOf' && Array.isArray(value)) {
        out.anyOf = value.map(add)
      } else if (keyword === 'required' && Array.isArray(value)) {
        const needed = value.filter((name) => !hasDefault(schema, name))
        if (needed.length > 0) out.required = needed
      } else out[keyword] = value
    }
    return out
  }

  return { add, components: (): Json => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))) }
}

type AddSchema = (schema: unknown) => Json

export function openApi(endpoints: ReadonlyMap<string, Endpoint>, version: string): Json {
  const { add, components } = createComponents()
  const error = add(ErrorBody)
  const paths: Record<string, Record<string, Json>> = Object.create(null)
  const groups = new Set<string>()
  for (const [id, endpoint] of endpoints) {
    const group = id.slice(0, id.indexOf('.'))
    groups.add(group)
    const path = templateOf(endpoint)
    const method = endpoint.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operation(id, group, endpoint, error, add) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sightline',
      version,
      summary: 'Draw a computer-vision pipeline, run it on your own video, and inspect the results.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...groups].map((name) => ({ name })),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    components: {
      schemas: components(),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: `Of a person who signed in; named ${SECURE_SESSION_COOKIE} where the server is reached by TLS`,
        },
        deploymentToken: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

/** Keys are the default of the whole document. */
const SECURITY: Record<Credential, Json> = {
  api_key: {},
  session: { security: [{ session: [] }] },
  deployment_token: { security: [{ deploymentToken: [] }] },
  signed_url: { security: [] },
  none: { security: [] },
}

function operation(id: string, group: string, endpoint: Endpoint, error: Json, add: AddSchema): Json {
  return {
    operationId: id,
    tags: [group],
    summary: endpoint.summary,
    ...(endpoint.role !== undefined && { description: leastRole(endpoint.role) }),
    ...SECURITY[credentialOf(endpoint)],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint, add), ...headerParameters(endpoint)],
    ...requestBody(endpoint, add),
    responses: { ...success(endpoint, add), ...failures(endpoint, error) },
  }
}

const leastRole = (role: Role | typeof OPERATOR): string =>
  role === OPERATOR ? 'For operators of the installation' : `Least role: ${role}`

const pathParameters = (endpoint: Endpoint): Json[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ query }: Endpoint, add: AddSchema): Json[] {
  const requiredNames: readonly string[] = query?.required ?? []
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description, ...rest } = add(schema)
    const required = requiredNames.includes(name) && !('default' in rest)
    return { name, in: 'query', required, ...(description ? { description } : {}), schema: rest }
  })
}

function headerParameters(endpoint: Endpoint): Json[] {
  const optional = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  return [
    ...(endpoint.ifMatch
      ? [
          optional(
            'If-Match',
            'The revision that the change is based on, in quotes; 412 when it is no longer the current one',
          ),
        ]
      : []),
    ...(takesIdempotencyKey(endpoint)
      ? [optional('Idempotency-Key', 'Repetitions with this key within 24 hours are carried out once')]
      : []),
  ]
}

function requestBody(endpoint: Endpoint, add: AddSchema): Json {
  if (endpoint.rawBody) return { requestBody: { required: true, content: { '*/*': {} } } }
  if (!endpoint.body) return {}
  const form = endpoint.form && { 'multipart/form-data': { schema: formSchema(add(endpoint.form)) } }
  const content = { 'application/json': { schema: add(endpoint.body) }, ...form }
  return { requestBody: { required: true, content } }
}

const formSchema = ({ properties, ...schema }: Json): Json => ({
  ...schema,
  required: [FILE_PART],
  properties: {
    [FILE_PART]: { type: 'string', contentMediaType: 'application/octet-stream' },
    ...(properties as Json),
  },
})

const TEXT = { type: 'string' }

function success({ reply }: Endpoint, add: AddSchema): Json {
  const bytes = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } }
  switch (reply.as) {
    case 'json':
      return {
        [reply.status ?? 200]: {
          description: 'Done',
          ...(reply.etag && { headers: { ETag: { description: `\`${reply.etag}\`, in quotes`, schema: TEXT } } }),
          content: { 'application/json': { schema: add(reply.schema) } },
        },
      }
    case 'empty':
      return { 204: { description: 'Done' } }
    case 'file':
      return {
        200: { description: 'The whole file', content: bytes },
        206: { description: 'The range that was asked for', content: bytes },
        304: { description: 'The caller has this file already' },
      }
    case 'events':
      return {
        200: {
          description: 'Server-sent events; the schema is that of one event, whose data is JSON',
          content: { 'text/event-stream': { schema: eventOf(add(reply.schema)) } },
        },
      }
  }
}

const eventOf = (contentSchema: object) => ({
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'string', contentMediaType: 'application/json', contentSchema } },
})

/** Only calls that know their caller return these. */
const CALLER_ERRORS: readonly ApiErrorCode[] = ['invalid_key', 'role_too_low', 'rate_limited', 'cross_site']

export const declaredErrors = (endpoint: Endpoint): readonly ApiErrorCode[] => {
  const common = hasCaller(endpoint) ? COMMON_ERRORS : COMMON_ERRORS.filter((code) => !CALLER_ERRORS.includes(code))
  const ofPeople: readonly ApiErrorCode[] = credentialOf(endpoint) === 'session' ? ['session_needed'] : []
  const repeated = takesIdempotencyKey(endpoint) ? IDEMPOTENCY_ERRORS : []
  return [...new Set([...common, ...ofPeople, ...repeated, ...(endpoint.errors ?? [])])]
}

function failures(endpoint: Endpoint, error: Json): Json {
  const byStatus = new Map<number, ApiErrorCode[]>()
  for (const code of declaredErrors(endpoint)) {
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code])
  }
  const content = { 'application/json': { schema: error } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  )
}
