/** Connections to buckets, imports from them, and the objects that images were imported from. */
import type { SchemaModule } from 'kysely'
import type { StorageImportStatus } from '../../../shared/api/storage-connections.ts'
import type { StorageProvider } from '../../../shared/domain/storage-provider.ts'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

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

async function createStorageConnections(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('storage_connections')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('created_by', 'text')
    .addColumn('name', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('bucket', 'text', required)
    .addColumn('region', 'text', required)
    .addColumn('endpoint', 'text')
    .addColumn('prefix', 'text', required)
    .addColumn('credentials', 'text', required)
    .addColumn('last_verified_at', 'text')
    .addColumn('created_at', 'text', required)
    .addUniqueConstraint('storage_connections_name', ['organization_id', 'name'])
    .execute()
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

async function createStorageImports(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('storage_imports')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('connection_id', 'text', required)
    .addColumn('connection_name', 'text', required)
    .addColumn('dataset_id', 'text', required)
    .addColumn('prefix', 'text')
    .addColumn('directory_path', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('token', 'integer', required)
    .addColumn('total', 'integer', required)
    .addColumn('imported', 'integer', required)
    .addColumn('skipped', 'integer', required)
    .addColumn('failed', 'integer', required)
    .addColumn('failures', 'text', required)
    .addColumn('warning', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', required)
    .addColumn('completed_at', 'text')
    .execute()
  await schema
    .createIndex('storage_imports_connection')
    .on('storage_imports')
    .columns(['connection_id', 'status'])
    .execute()
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
  /** The tag of the object at its import. */
  etag: string | null
}

async function createImageSources(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('image_sources')
    .addColumn('image_id', 'text', (c) => c.primaryKey().references('images.id').onDelete('cascade'))
    .addColumn('dataset_id', 'text', required)
    .addColumn('directory_path', 'text', required)
    .addColumn('filename', 'text', required)
    .addColumn('import_id', 'text', required)
    .addColumn('bucket', 'text', required)
    .addColumn('object_key', 'text', required)
    .addColumn('etag', 'text')
    .execute()
  await schema
    .createIndex('image_sources_place')
    .on('image_sources')
    .columns(['dataset_id', 'directory_path', 'filename'])
    .execute()
}

export interface StorageConnectionTables {
  storage_connections: StorageConnectionRow
  storage_imports: StorageImportRow
  image_sources: ImageSourceRow
}

export const storageConnectionTables: TableGroup = [createStorageConnections, createStorageImports, createImageSources]
