/** The rows of what was derived from images, by the hash of their bytes. */
import { DESCRIPTOR_MODEL, type ImageDerivation } from '../../../shared/engine-contract/derivation.ts'
import { type Said, saidOf } from '../../../shared/messages/message.ts'
import { type Database, insertMany, toJson } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { ImageContentRow } from '../../db/schema/image-contents.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Thumbnails } from './thumbnails.ts'

export type Derived = { ok: true; value: ImageDerivation } | { ok: false; error: Said }

/** The properties of an image file, which all images with its bytes have. */
export type KnownFile = Pick<ImageRow, 'width' | 'height' | 'content_type'>

export interface ImageContents {
  /** Null when nothing was derived yet, or with another descriptor. */
  find(sha256: string): Promise<ImageContentRow | null>
  /** Returns the hashes among these of which something was derived. */
  findAll(hashes: readonly string[]): Promise<Map<string, ImageContentRow>>
  /** Properties of these hashes that images have of which something was derived. */
  knownFiles(hashes: readonly string[]): Promise<Map<string, KnownFile>>
  store(sha256: string, derived: Derived, at: string): Promise<ImageContentRow>
  /** Stores the same of several hashes, in the transaction of their images. */
  storeIn(tx: Tx, rows: readonly ImageContentRow[]): Promise<void>
  /** Removes what was derived, with the thumbnails. */
  remove(hashes: readonly string[]): Promise<void>
}

export function createImageContents(db: Database, thumbnails: Thumbnails): ImageContents {
  const storeIn: ImageContents['storeIn'] = (tx, rows) =>
    insertMany(tx, 'image_contents', rows, {
      key: ['sha256'],
      set: ['model', 'descriptor', 'phash', 'tags', 'failure', 'made_at'],
    })

  return {
    async find(sha256) {
      const query = db.selectFrom('image_contents').selectAll().where('sha256', '=', sha256)
      return (await query.where('model', '=', DESCRIPTOR_MODEL).executeTakeFirst()) ?? null
    },
    async findAll(hashes) {
      if (hashes.length === 0) return new Map()
      const query = db.selectFrom('image_contents').selectAll().where('sha256', 'in', hashes)
      const rows = await query.where('model', '=', DESCRIPTOR_MODEL).execute()
      return new Map(rows.map((row) => [row.sha256, row]))
    },
    async knownFiles(hashes) {
      if (hashes.length === 0) return new Map()
      const rows = await db
        .selectFrom('images as i')
        .innerJoin('image_contents as c', 'c.sha256', 'i.sha256')
        .select(['i.sha256', 'i.width', 'i.height', 'i.content_type'])
        .distinct()
        .where('i.sha256', 'in', hashes)
        .where('c.model', '=', DESCRIPTOR_MODEL)
        .execute()
      return new Map(rows.map(({ sha256, ...known }) => [sha256, known]))
    },
    async store(sha256, derived, at) {
      const row = contentRow(sha256, derived, at)
      await db.transaction().execute((tx) => storeIn(tx, [row]))
      return row
    },
    storeIn,
    async remove(hashes) {
      if (hashes.length === 0) return
      await db.deleteFrom('image_contents').where('sha256', 'in', hashes).execute()
      for (const sha256 of hashes) await thumbnails.remove(sha256)
    },
  }
}

/** `at`: ISO 8601. */
export const contentRow = (sha256: string, derived: Derived, at: string): ImageContentRow => ({
  sha256,
  model: DESCRIPTOR_MODEL,
  ...columnsOf(derived),
  made_at: at,
})

function columnsOf(derived: Derived): Pick<ImageContentRow, 'descriptor' | 'phash' | 'tags' | 'failure'> {
  if (!derived.ok) return { descriptor: null, phash: null, tags: null, failure: toJson(saidOf(derived.error)) }
  const { descriptor, phash, tags } = derived.value
  return { descriptor: Buffer.from(descriptor).toString('base64'), phash, tags: toJson(tags), failure: null }
}

/** The components of a stored descriptor. */
export function descriptorOf(base64: string): Int8Array {
  const bytes = Buffer.from(base64, 'base64')
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}
