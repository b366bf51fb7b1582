/** The platform as whoever starts it sees it. */
import type { Role } from '../shared/api/endpoint.ts'
import type { Engine } from '../shared/domain/job.ts'
import type { RequestPatience } from './http/body-pace.ts'
import type { Log } from './log.ts'

export interface PlatformOptions {
  /** Made when missing. One platform at a time uses it. */
  dataDir: string
  /** With the bundled media, models and templates. */
  resourcesDir: string
  engine: Engine
  version: string
  /** Loopback unless said otherwise. */
  host?: string
  /** 0 picks a free one. */
  port?: number
  /** Under which callers reach the server, where a proxy stands before it. */
  publicUrl?: string
  /** Whether callers may name files of this machine by `file://` URLs. */
  allowLocalFiles?: boolean
  /** Whether webhooks may call addresses inside this network, and without TLS. */
  allowPrivateWebhooks?: boolean
  maxUploadBytes?: number
  /** How long invoke with wait=true waits; the specification allows 300 s at most. */
  waitLimitMs?: number
  /** Between signs of life on a silent event stream. */
  heartbeatMs?: number
  /** How long slow callers are waited for. */
  patience?: Partial<RequestPatience>
  now?: () => Date
  log?: Log
}

export interface KeyOptions {
  /** The default organization's, unless said otherwise. */
  organizationId?: string
  /** Keys of one name can be revoked together. */
  name?: string
  /** ISO 8601 */
  expiresAt?: string
}

export interface Platform {
  listen(): Promise<{ baseUrl: string }>
  /** Cancels runs, ends streams, lets go of the data folder. */
  close(): Promise<void>
  readonly organizationId: string
  createOrganization(name: string): Promise<string>
  /** Answers the secret, which cannot be read again. */
  createKey(role: Role, options?: KeyOptions): Promise<string>
  hasKey(name: string): Promise<boolean>
  revokeKeys(name: string): Promise<void>
}
