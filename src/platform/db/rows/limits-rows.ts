/** Rows of limits of requests, and of requests that may be repeated. */
type Time = string
type Json = string

/** The present window of an API key or an organization. */
export interface RateWindowRow {
  /** `key:<id>` or `plan:<id of the organization>`. */
  subject: string
  /** In milliseconds since 1970. */
  window_start: number
  /** Requests that servers have taken from the window, in blocks. */
  used: number
}

/** A request with the header Idempotency-Key. */
export interface IdempotencyKeyRow {
  organization_id: string
  /** The API key or the user that sent it: others cannot read the answer. */
  credential: string
  key: string
  /** Hex SHA-256 of method, address and body. */
  fingerprint: string
  /** `changed`: it is being carried out, and has made its first change. */
  state: 'running' | 'changed' | 'done'
  /** Null while it is running, and for an answer that is not kept. */
  answer: Json | null
  created_at: Time
}
