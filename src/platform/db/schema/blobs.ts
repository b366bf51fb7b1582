/** The bytes in the store, by their hash: rows are locked while bytes are named or removed. */
import type { SchemaModule } from 'kysely'
import { primary, required, type TableGroup, type Time } from './columns.ts'

export interface BlobRow {
  /** Hexadecimal digits. */
  sha256: string
  /** In bytes. */
  size: number
  /**
   * The time since which no other row names the hash, as far as known, or since which its bytes are being written. Null once a row
   * names it.
   */
  unreferenced_since: Time | null
}

async function createBlobs(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('blobs')
    .addColumn('sha256', 'text', primary)
    .addColumn('size', 'bigint', required)
    .addColumn('unreferenced_since', 'text')
    .execute()
}

export interface BlobTables {
  blobs: BlobRow
}

export const blobTables: TableGroup = [createBlobs]
