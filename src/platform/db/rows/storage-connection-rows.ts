/** Rows of connections to buckets, of imports from them, and of the objects that images were imported from. */
import type { StorageImportStatus } from '../../../shared/api/storage-connections.ts'
import type { StorageProvider } from '../../../shared/domain/storage-provider.ts'

type Json = string
type Time = string

export interface StorageConnectionRow {
  id: string
  organization_id: string
  created_by: string | null
  name: string
  provider: StorageProvider
  bucket: string
  region: string
  /** Null when it is derived from the region. */
  endpoint: string | null
  /** Empty, or the path of a folder that ends with a slash. */
  prefix: string
  /** Sealed: `BucketCredentials` */
  credentials: string
  last_verified_at: Time | null
  created_at: Time
}

export interface StorageImportRow {
  id: string
  organization_id: string
  /** Kept when the connection is deleted, as its name. */
  connection_id: string
  connection_name: string
  dataset_id: string
  /** Null for an import of keys. */
  prefix: string | null
  /** The directory that the images arrive in or below. */
  directory_path: string
  status: StorageImportStatus
  /** Token of the job's claim: only its holder may write results. 0 before the first one. */
  token: number
  total: number
  imported: number
  skipped: number
  failed: number
  /** `ObjectFailure[]`, the first ones. */
  failures: Json
  /** `Said` */
  warning: Json | null
  /** `Said` */
  error: Json | null
  created_at: Time
  completed_at: Time | null
}

/** The place at which an image arrived: it stays when the image is moved or renamed. */
export interface ImageSourceRow {
  image_id: string
  dataset_id: string
  directory_path: string
  filename: string
  import_id: string
  bucket: string
  object_key: string
  /** Of the object at its import. */
  etag: string | null
}

export interface StorageConnectionTables {
  storage_connections: StorageConnectionRow
  storage_imports: StorageImportRow
  image_sources: ImageSourceRow
}
