/** The public interface of the platform for code that embeds it. */
import type { Role } from '../shared/api/endpoint.ts'
import type { DeviceChoice } from '../shared/domain/device.ts'
import type { HardwareVideo } from '../shared/engine-contract/hardware-video.ts'
import type { Engine } from '../shared/engine-contract/job.ts'
import type { SmtpOptions } from './accounts/mail/transport.ts'
import type { OpenIdOptions } from './accounts/sign-in/openid-provider.ts'
import type { BodyRoom } from './http/body-budget.ts'
import type { RequestPatience } from './http/body-timeout.ts'
import type { MetricsAddress } from './http/metrics/metrics-server.ts'
import type { TrustedProxies } from './http/trusted-proxies.ts'
import type { Log } from './machine/log.ts'
import type { StudioDoor } from './studio/studio-door.ts'
import type { InterruptedRuns } from './workflows/runs/interrupted-runs.ts'

export interface PlatformOptions {
  /** Created if missing. Used by one platform at a time. */
  dataDir: string
  /** postgres://…: the database; a file of SQLite in the data folder when omitted. Used by one platform at a time. */
  database?: string
  /** True to use the database although it names none of the files in the data folder, which a sweep then removes. */
  startAnew?: boolean
  /** s3://bucket/prefix?endpoint=…&region=…: the bucket of uploads, images, models and exports; the data folder when omitted. */
  store?: string
  /** Most bytes of the copies of a bucket's files in the data folder, about; 100 GiB when omitted. */
  maxCopiesBytes?: number | undefined
  /** The folder of the bundled media, models and templates. */
  resourcesDir: string
  engine: Engine
  version: string
  /** Loopback by default. */
  host?: string
  /** Runs that are executed at the same time; 1 when omitted. */
  runSlots?: number
  /** It also executes jobs that only workers with one of these labels may execute. */
  labels?: readonly string[]
  /** Length of the parts of a video that several workers share; 0: each run is executed by one. */
  partSeconds?: number
  /** What becomes of runs that are interrupted by a stop or a crash; `requeue` when omitted. */
  interruptedRuns?: InterruptedRuns
  /** True for a process that executes jobs only, beside servers on the same database and store. */
  isWorker?: boolean
  /** The device of model blocks that name none; it then can’t be chosen in Settings. Chosen there when omitted. */
  device?: DeviceChoice
  /** Hardware decoding of all runs; it then can’t be changed in Settings. Chosen there when omitted. */
  hardwareVideo?: HardwareVideo
  /** 0 picks a free port. */
  port?: number
  /** Address under which callers reach the server through a proxy. */
  publicUrl?: string
  /** Further names by which callers address a server on loopback, beside that of `publicUrl`. */
  allowedHosts?: readonly string[]
  /** The proxies whose word about the addresses of their clients is believed; none when omitted. */
  trustProxy?: TrustedProxies
  /** True when callers may name files of this machine by `file://` URLs. */
  allowLocalFiles?: boolean
  /** True when webhooks may call addresses inside this network, and without TLS. */
  allowPrivateWebhooks?: boolean
  maxUploadBytes?: number
  /** Most bytes of thumbnails, about; 10 GiB when omitted. */
  maxThumbnailBytes?: number | undefined
  /** 32 bytes in base64url or hexadecimal; by default, those of a file in the data folder. */
  masterKey?: string | undefined
  /** The Studio for people who are signed in; none is served when omitted. */
  studio?: StudioDoor
  /** The mail server that sends invites; without one, they stay in the outbox, which admins can read. */
  mail?: SmtpOptions
  /** The OpenID Connect provider that people can sign in with, at `publicUrl`; none when omitted. */
  openId?: OpenIdOptions
  /** Where Prometheus reads the metrics; nowhere when omitted. */
  metrics?: MetricsAddress
  /** Longest wait of invoke with wait=true; the specification allows 300 s at most. */
  waitLimitMs?: number
  /** Interval of heartbeats on a silent event stream. */
  heartbeatMs?: number
  /** Time limits for slow callers. */
  patience?: Partial<RequestPatience>
  /** Memory of the bodies of requests; a share of the heap unless given. */
  bodyRoom?: Partial<BodyRoom>
  now?: () => Date
  log?: Log
}

export interface KeyOptions {
  /** The default organization's unless given. */
  organizationId?: string
  /** Keys of one name can be revoked together. */
  name?: string
  /** ISO 8601 */
  expiresAt?: string
  /** The user that the key belongs to. */
  userId?: string
  /** It acts as an operator of the installation: for a host whose one person is that operator. */
  isOperator?: boolean
}

export interface Platform {
  listen(): Promise<{ baseUrl: string; metricsUrl: string | null }>
  /**
   * Starts no more jobs, and waits until those that run have ended, at most so long. Calls are still served, but the platform is
   * no longer ready.
   */
  drain(ms: number): Promise<void>
  /** Interrupts runs, ends streams and releases the data folder. */
  close(): Promise<void>
  readonly organizationId: string
  createOrganization(name: string): Promise<string>
  /** Returns the secret, which cannot be read again. */
  createKey(role: Role, options?: KeyOptions): Promise<string>
  /** True when there is a key of this name that acts as an operator. */
  hasOperatorKey(name: string): Promise<boolean>
  revokeKeys(name: string): Promise<void>
  /**
   * A one-time link to a page that makes the first owner, valid for 24 hours unless another link makes the owner. Null when there is
   * a user already. To be called while the platform listens.
   */
  firstOwnerLink(): Promise<string | null>
  /**
   * The secret of a new key with the role owner, which ends unless it is used within 24 hours. Null while one that was made before
   * is valid, when one was used, and when there is a user already.
   */
  firstOwnerKey(): Promise<string | null>
  /** True while a link or key of the first owner is valid and has not been used. */
  isFirstOwnerUnused(linkOrKey: string): Promise<boolean>
}
