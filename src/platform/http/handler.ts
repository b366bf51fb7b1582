/** The input and the reply of a handler, typed by the endpoint's declaration. */
import type { Static, TObject } from 'typebox'
import type { BodyOf, Endpoint, OutputOf, ParamsOf, QueryOf } from '../../shared/api/endpoint.ts'
import type { Api } from '../../shared/api/index.ts'
import type { Caller } from '../machine/identity/caller.ts'

export interface Call<E extends Endpoint> {
  caller: E extends { credential: 'signed_url' | 'none' } ? null : Caller
  params: ParamsOf<E>
  query: QueryOf<E>
  /** Undefined when the body is a form. */
  body: BodyOf<E>
  /** The fields and the file of a form; null for a JSON body. */
  form: E extends { form: infer F extends TObject } ? { fields: Static<F>; file: readonly Buffer[] } | null : null
  /** The revision in the If-Match header; undefined without one, or when any revision will do. */
  ifMatch: string | undefined
  /** Value of a request header, by its name in lower case. */
  header(name: string): string | undefined
  /** Bytes of the body, only if it is raw. The rest of one that is not read to its end can still be discarded. */
  bytes: AsyncIterable<Buffer>
  /** Scheme, host and port under which the caller reached the server. */
  origin: string
  /** The network address that limits count the request for. */
  address: string
  /** Aborted when the caller disconnects or the server closes. */
  signal: AbortSignal
}

/** A file to send; `http/` handles ranges, conditions and headers. */
export interface StoredFile {
  /** Absolute. */
  path: string
  name: string
  mediaType: string
  /**
   * Strong validator without quotes: two files of one tag have the same bytes. Null uses size and modification time.
   */
  etag: string | null
  /** Seconds for which a caller may use it without a request, since it never changes; each use is checked when omitted. */
  fixedForS?: number
}

export interface ServerEvent<T> {
  /** Returned by the reader as Last-Event-ID when it reconnects. */
  id?: string
  data: T
}

export type Answer<E extends Endpoint> = E['reply'] extends { as: 'file' }
  ? StoredFile
  : E['reply'] extends { as: 'events' }
    ? AsyncIterable<ServerEvent<OutputOf<E>>>
    : OutputOf<E>

/** Failures are thrown as `ApiError`, with a code that the endpoint declares. */
export type Handler<E extends Endpoint> = E['reply'] extends { as: 'empty' }
  ? (call: Call<E>) => Promise<void>
  : (call: Call<E>) => Promise<Answer<E>>

type EndpointOf<T> = T extends Endpoint ? T : never
export type GroupHandlers<G extends keyof Api> = { [N in keyof Api[G]]: Handler<EndpointOf<Api[G][N]>> }
/** One handler for each declared endpoint: a missing one does not compile. */
export type Handlers = { [G in keyof Api]: GroupHandlers<G> }
