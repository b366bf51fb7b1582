/** Uploads, and the extractions of frames from videos. */
import type { SchemaModule } from 'kysely'
import { type Json, partOf, primary, required, type TableGroup, type Time } from './columns.ts'

export interface UploadRow {
  id: string
  organization_id: string
  filename: string
  content_type: string
  size_bytes: number | null
  created_at: Time
  /** Null until all bytes have arrived. */
  completed_at: Time | null
  /** Hex SHA-256 of the file in the blob store; null until then. */
  sha256: string | null
  /** 1 when a model or an image was imported from it. */
  imported: 0 | 1
  /** Start of the time without references, as seen by the last sweep. */
  unused_since: Time | null
}

async function createUploads(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('uploads')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('filename', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size_bytes', 'bigint')
    .addColumn('created_at', 'text', required)
    .addColumn('completed_at', 'text')
    .addColumn('sha256', 'text')
    .addColumn('imported', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unused_since', 'text')
    .execute()
  await schema.createIndex('uploads_sha256').on('uploads').column('sha256').execute()
}

export interface VideoExtractionRow {
  id: string
  organization_id: string
  status: 'processing' | 'complete' | 'failed'
  frames_extracted: number
  /** The number of frames that the video declares; 0 until it is known. */
  total_frames: number
  error: string | null
  /** The message that `error` is the English of. */
  error_text: Json | null
  directory_path: string
  warning: string | null
  image_ids: Json | null
  created_at: Time
}

async function createVideoExtractions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('video_extractions')
    .addColumn('id', 'text', primary)
    .addColumn('organization_id', 'text', partOf('organizations.id'))
    .addColumn('status', 'text', required)
    .addColumn('frames_extracted', 'integer', required)
    .addColumn('total_frames', 'integer', required)
    .addColumn('error', 'text')
    .addColumn('error_text', 'text')
    .addColumn('directory_path', 'text', required)
    .addColumn('warning', 'text')
    .addColumn('image_ids', 'text')
    .addColumn('created_at', 'text', required)
    .execute()
}

export interface UploadTables {
  uploads: UploadRow
  video_extractions: VideoExtractionRow
}

export const uploadTables: TableGroup = [createUploads, createVideoExtractions]
