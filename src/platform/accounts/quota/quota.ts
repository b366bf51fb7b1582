/**
 * The quota of an organization: the images and the bytes that its tier allows. What is there stays, also above the quota;
 * what would be added is refused. A check and the write that follows it belong into one transaction: it locks the row of the
 * organization, so that two of them never take the last place both.
 */
import { sql } from 'kysely'
import { ApiError, type ApiErrorCode } from '../../../shared/api/errors.ts'
import { isUnlimited } from '../../../shared/api/plans.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, isPostgres } from '../../db/database.ts'
import { organizationPlan } from '../../db/plans/organization-plan.ts'
import type { StoredKind } from '../../db/schema/limits.ts'
import { usedOf } from './used.ts'

type Reader = Pick<Database, 'selectFrom' | 'updateTable' | 'getExecutor' | 'isTransaction'>

/** What a change adds. */
export interface Addition {
  images?: number
  bytes?: number
}

/** The least that work adds whose size is not known before: it is refused only when nothing is left. */
export const SOMETHING: Addition = { bytes: 1 }

export const QUOTA_CODES: readonly ApiErrorCode[] = ['image_quota_reached', 'storage_quota_reached']

export const isQuotaReached = (error: unknown): error is ApiError =>
  error instanceof ApiError && QUOTA_CODES.includes(error.code)

export interface Room {
  /** The reason for which an addition does not fit; null when it fits. */
  refusal(addition: Addition): ApiError | null
  /** Counts an addition of the same transaction that is not written yet. */
  take(addition: Addition): void
}

export async function roomOf(db: Reader, organizationId: string): Promise<Room> {
  const { max_images, max_storage_bytes } = await organizationPlan(db, organizationId)
  // An installation of one's own counts nothing here, so that it pays nothing for it.
  if (isUnlimited(max_images) && isUnlimited(max_storage_bytes)) return ENDLESS
  if (db.isTransaction && isPostgres(db)) await lockOrganization(db, organizationId)
  const used = await usedOf(db, organizationId)
  let [images, bytes] = [used.images, used.storage_bytes]
  return {
    // What adds nothing, or frees room, fits also above the quota.
    refusal({ images: n = 0, bytes: size = 0 }) {
      if (n > 0 && images + n > max_images) return imagesReached(max_images, images)
      return size > 0 && bytes + size > max_storage_bytes ? storageReached(max_storage_bytes, bytes) : null
    },
    take({ images: n = 0, bytes: size = 0 }) {
      images += n
      bytes += size
    },
  }
}

/** A write, so that a serializable transaction which began before is repeated with the figures of this one. */
async function lockOrganization(tx: Reader, id: string): Promise<void> {
  const row = tx.updateTable('organizations').set((e) => ({ name: e.ref('name') }))
  await row.where('id', '=', id).execute()
}

/** @throws ApiError image_quota_reached, storage_quota_reached */
export async function requireRoom(db: Reader, organizationId: string, addition: Addition): Promise<void> {
  const refusal = (await roomOf(db, organizationId)).refusal(addition)
  if (refusal) throw refusal
}

const ENDLESS: Room = { refusal: () => null, take: () => undefined }

const imagesReached = (max: number, used: number): ApiError =>
  new ApiError('image_quota_reached', message('quota.images', { max, used }))

const MB = 1e6

function storageReached(maxBytes: number, usedBytes: number): ApiError {
  const [max, used] = [Math.round(maxBytes / MB), Math.round(usedBytes / MB)]
  return new ApiError('storage_quota_reached', message('quota.storage', { max, used }))
}

/**
 * Sums of the bytes that an organization stores, changed in the transaction that stores or removes them. The images of data
 * sets are not among them: the counters of data sets have their bytes.
 * Adds bytes to a sum; negative ones for what is removed. Call it late in a transaction: others wait for its end.
 */
export async function countStored(
  tx: Pick<Database, 'insertInto'>,
  organizationId: string,
  kind: StoredKind,
  bytes: number,
): Promise<void> {
  if (bytes === 0) return
  await tx
    .insertInto('stored_bytes')
    .values({ organization_id: organizationId, kind, bytes })
    .onConflict((c) =>
      c.columns(['organization_id', 'kind']).doUpdateSet({ bytes: sql`stored_bytes.bytes + excluded.bytes` }),
    )
    .execute()
}
