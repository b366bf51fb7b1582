/**
 * The declaration of an endpoint, which the server, the client, OpenAPI and the role matrix all read; and of its lists.
 */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { ApiErrorCode } from './errors.ts'

export const API_PREFIX = '/api/v1'
export const DEVELOPER_PREFIX = `${API_PREFIX}/developer`

/** The prefixes that paths of endpoints begin with. */
const BASES = { developer: DEVELOPER_PREFIX, api: API_PREFIX } as const

export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const
export type Role = (typeof ROLES)[number]
export const roleAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

/** The role of calls that concern the whole installation: no role in an organization includes it. */
export const OPERATOR = 'operator'

/**
 * Ways in which a call authenticates: a key in the header X-API-Key or else the session of a person (`api_key`), only such
 * a session, the token of a deployment in `Authorization: Bearer`, a signature in the URL, or nothing.
 */
export type Credential = 'api_key' | 'session' | 'deployment_token' | 'signed_url' | 'none'

/** Credentials of callers that have a role. */
type WithRole = 'api_key' | 'session'

/** Only calls of a caller with a role have a least one. */
type Access =
  | { credential?: 'api_key'; role: Role | typeof OPERATOR }
  | { credential: 'session'; role: Role }
  | { credential: Exclude<Credential, WithRole>; role?: undefined }

type ParamName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamName<Rest> : never
export type PathParams<P extends string> = { [K in ParamName<P>]: string }

/**
 * The body of a 2xx reply: JSON, none (204), the bytes of a file with range support, or server-sent events of a type.
 * `etag` names the field of the JSON that the header ETag repeats.
 */
export type Reply =
  | { as: 'json'; schema: TSchema; status?: 200 | 201; etag?: string }
  | { as: 'empty' }
  | { as: 'file' }
  | { as: 'events'; schema: TSchema }

interface Declaration {
  /** Upper-case HTTP verb. */
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The prefix of the path; the developer prefix unless given. */
  base?: keyof typeof BASES
  /** Path below its base, with parameters in braces. */
  path: string
  /** The parameter that may span several segments, such as a path with its directories; at most one per path prefix. */
  spans?: string
  summary: string
  query?: TObject
  body?: TSchema
  /**
   * Requires an If-Match header with the revision that the change is based on, and rejects a change of an older one.
   */
  ifMatch?: true
  /** The body may also be a form (multipart/form-data): these fields as texts, and one file in the part `file`. */
  form?: TObject
  /** Bytes of the longest body, JSON or form; that of its credential when omitted. */
  maxBodyBytes?: number
  /** Only for uploads: the body is raw bytes of any type. */
  rawBody?: boolean
  reply: Reply
  /** Errors beyond those that every call can return (malformed, auth, role, internal). */
  errors?: readonly ApiErrorCode[]
  /** The reply has a secret, so that it is not kept for repetitions of the call. */
  secretReply?: true
  /** Safe to send again when no reply arrived. */
  idempotent: boolean
  /** A call other than GET that only reads, because its input does not fit into an address: it is no change. */
  readsOnly?: true
}

export type Endpoint = Declaration & Access

/** Bytes of the longest body of a call. */
export const BODY_BYTES = {
  /** Anyone can send it: no credential is needed. */
  open: 16 * 1024,
  usual: 256 * 1024,
  /** Annotations, graphs, lists of classes or of thousands of images. */
  large: 8 * 1024 * 1024,
} as const

/** Bytes of the longest body that an endpoint parses. */
export const maxBodyBytesOf = (endpoint: Endpoint): number =>
  endpoint.maxBodyBytes ?? (credentialOf(endpoint) === 'none' ? BODY_BYTES.open : BODY_BYTES.usual)

export const credentialOf = ({ credential = 'api_key' }: Endpoint): Credential => credential

/** True for calls that may change something. */
export const changes = ({ method, readsOnly }: Pick<Endpoint, 'method' | 'readsOnly'>): boolean =>
  method !== 'GET' && readsOnly !== true

/** True for endpoints that a signed-in person can call. */
export const takesSession = (endpoint: Endpoint): boolean => ['api_key', 'session'].includes(credentialOf(endpoint))

/** True for endpoints that know their caller; the others have no organization and no role. */
export const hasCaller = (endpoint: Endpoint): boolean => !['signed_url', 'none'].includes(credentialOf(endpoint))

/** True for calls that a header Idempotency-Key makes safe to send again. */
export const takesIdempotencyKey = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' &&
  !endpoint.idempotent &&
  endpoint.rawBody !== true &&
  (endpoint.reply.as === 'json' || endpoint.reply.as === 'empty') &&
  hasCaller(endpoint)

/** The whole path of an endpoint, with its parameters in braces. */
export const templateOf = ({ base = 'developer', path }: Pick<Endpoint, 'base' | 'path'>): string =>
  `${BASES[base]}${path}`

/**
 * The whole path of a call. A text is one segment, whatever it contains; a list is several.
 * @throws TypeError when a parameter is missing or empty.
 */
export const pathOf = (
  endpoint: Pick<Endpoint, 'base' | 'path'>,
  params: Readonly<Record<string, string | readonly string[]>>,
): string =>
  templateOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`The call needs the parameter “${name}”.`)
    return typeof value === 'string' ? encodeURIComponent(value) : value.map(encodeURIComponent).join('/')
  })

export const defineEndpoint = <const P extends string, Q extends TObject, B extends TSchema, const E extends Endpoint>(
  e: E & { path: P; query?: Q; body?: B },
): E & { path: P } => e

export type ParamsOf<E extends Endpoint> = PathParams<E['path']>
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends TObject } ? Static<Q> : never
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends TSchema } ? Static<B> : never

/** The input of a call: `params`, `query`, `body` and `ifMatch`, each only if the endpoint declares it. */
export type InputOf<E extends Endpoint> = (keyof ParamsOf<E> extends never ? unknown : { params: ParamsOf<E> }) &
  (E extends { query: TObject } ? { query?: Partial<QueryOf<E>> } : unknown) &
  (E extends { body: TSchema } ? { body: BodyOf<E> } : unknown) &
  (E extends { ifMatch: true } ? { ifMatch?: string } : unknown)

/** The reply of a JSON endpoint; `undefined` for an empty one. */
export type OutputOf<E extends Endpoint> = E['reply'] extends { as: 'json'; schema: infer S extends TSchema }
  ? Static<S>
  : E['reply'] extends { as: 'events'; schema: infer S extends TSchema }
    ? Static<S>
    : undefined

export type EndpointGroup = Record<string, Endpoint>

/** No list is that long; a larger number would not fit the integers of every database. */
export const MAX_OFFSET = 2_147_483_647

export const offsetField = () => Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 })

/** The fields `limit` and `offset` of the query of a list. `limit`: its default. `max`: its largest value. */
export const pageQuery = ({ limit, max }: { limit: number; max: number }) => ({
  limit: Type.Integer({ minimum: 1, maximum: max, default: limit }),
  offset: offsetField(),
})

/** A part of a list. */
export interface Page {
  limit: number
  offset: number
}

const Pagination = Type.Object(
  { limit: Type.Integer(), offset: Type.Integer(), total: Type.Integer(), has_more: Type.Boolean() },
  { $id: 'Pagination' },
)

/** A list with its total beside it. */
export const countedList = <T extends TSchema>(item: T, $id: string) =>
  Type.Object({ data: Type.Array(item), total: Type.Integer(), has_more: Type.Boolean() }, { $id })
export interface CountedList<T> {
  data: T[]
  total: number
  has_more: boolean
}

/** A list with a pagination object. */
export const paginatedList = <T extends TSchema>(item: T, $id: string) =>
  Type.Object({ data: Type.Array(item), pagination: Pagination }, { $id })
export interface PaginatedList<T> {
  data: T[]
  pagination: Static<typeof Pagination>
}
