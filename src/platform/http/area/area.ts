/**
 * An area is a resource of the API with everything behind it. One file in its folder, `<resource>-area.ts`, puts it
 * together from the shared services and the areas below it; the platform only lists the areas.
 */
import type { Engine } from '../../../shared/engine-contract/job.ts'
import type { Database } from '../../db/database.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { ObjectStore } from '../../files/blobs/object-store.ts'
import type { DataFolders } from '../../machine/data-folders.ts'
import type { RoomRequests } from '../../machine/disk-full.ts'
import type { Log } from '../../machine/log.ts'
import type { Handlers } from '../handler.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Page } from '../pages.ts'
import type { Events } from './organization-events.ts'
import type { Secrets } from './secrets.ts'

/** The services that every area may use. */
export interface PlatformServices {
  db: Database
  engine: Engine
  /** The outbox of organization events. */
  events: Events
  blobs: BlobStore
  /** Encrypts what is stored. */
  secrets: Secrets
  /** Called by those that meet a full disk. */
  room: RoomRequests
  /** Signs URLs. */
  secret: string
  folders: DataFolders
  /** Names this process in rows that others read. */
  processId: string
  /** True when a lock keeps all other processes from the database: then no claim of another one is valid at the start. */
  soleProcess: boolean
  /** Where the files of the store are, for those that are no blobs; null without a store. */
  objects: ObjectStore | null
  /** Counts what Prometheus reads. */
  metrics: Metrics
  /** The folder of the bundled media, models and templates. */
  resourcesDir: string
  /** Scheme, host and port of the server; '' until it listens. */
  origin(): string
  now: () => Date
  log: Log
}

/** Areas start and close from the top of the list down, so that each finds those below it in place. */
export interface Area {
  /** Handlers of one or more endpoint groups: an area also serves a group below it that needs what it contributes. */
  readonly handlers: Partial<Handlers>
  /** Pages for people, which the server itself serves. */
  readonly pages?: readonly Page[]
  /** Called once, before the first request: completes the work of a dead process. */
  start?(): Promise<void>
  /** Called once, when the server listens. */
  listening?(): void
  /** Called for an organization that was made while the platform runs. */
  organizationMade?(organizationId: string): Promise<void>
  /** Called once: ends the work in progress. */
  close?(): Promise<void>
}
