/** Scans of data sets for near-duplicates, and the groups that they found. */

import type { CountedList, Page, QueryOf } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import {
  MAX_MEMBERS,
  type NearDuplicateGroup,
  type NearDuplicateScan,
  type nearDuplicates,
} from '../../../shared/api/near-duplicates.ts'
import { type MessageText, message } from '../../../shared/messages/message.ts'
import { type Database, fromJsonOrNull, newId } from '../../db/database.ts'
import type { NearDuplicateScanRow } from '../../db/schema/similar-images.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import type { Datasets } from '../datasets.ts'
import { NEAR_DUPLICATE_SCAN, type ScanPayload } from './near-duplicate-job.ts'

export interface NearDuplicates {
  /** @throws ApiError not_found, here and below; wrong_state while a scan of the data set waits or runs */
  start(caller: Caller, dataset: string, threshold: number): Promise<NearDuplicateScan>
  get(caller: Caller, dataset: string): Promise<NearDuplicateScan>
  /** Returns the groups of the last scan that was completed. */
  groups(
    caller: Caller,
    dataset: string,
    query: QueryOf<typeof nearDuplicates.groups>,
  ): Promise<CountedList<NearDuplicateGroup>>
}

export interface NearDuplicatesOptions {
  db: Database
  datasets: Datasets
  jobs: Jobs
  now: () => Date
}

export function createNearDuplicates({ db, datasets, jobs, now }: NearDuplicatesOptions): NearDuplicates {
  const scansOf = (datasetId: string) =>
    db.selectFrom('near_duplicate_scans').selectAll().where('dataset_id', '=', datasetId).orderBy('id', 'desc')

  async function lastOf(caller: Caller, dataset: string, completed: boolean): Promise<NearDuplicateScanRow> {
    const { id, name } = await datasets.rowOf(caller, dataset)
    const scans = scansOf(id)
    const row = await (completed ? scans.where('status', '=', 'completed') : scans).limit(1).executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('search.no_scan', { dataset: name }))
    return row
  }

  async function imagesOf(scanId: string, group: number, members: Page): Promise<NearDuplicateGroup['images']> {
    const rows = await db
      .selectFrom('near_duplicates as n')
      .innerJoin('images as i', 'i.id', 'n.image_id')
      .select(['i.id', 'i.filename', 'i.directory_path', 'n.similarity'])
      .where('n.scan_id', '=', scanId)
      .where('n.group_number', '=', group)
      .orderBy('n.image_id')
      .limit(members.limit)
      .offset(members.offset)
      .execute()
    return rows.map(({ directory_path, ...row }) => ({ ...row, virtual_directory_path: directory_path }))
  }

  return {
    async start(caller, dataset, threshold) {
      const { id: dataset_id, name } = await datasets.rowOf(caller, dataset)
      const row: NearDuplicateScanRow = {
        id: newId(),
        organization_id: caller.organizationId,
        dataset_id,
        threshold,
        status: 'pending',
        scanned_images: 0,
        group_count: 0,
        duplicate_count: 0,
        error: null,
        error_text: null,
        created_at: now().toISOString(),
        completed_at: null,
      }
      await db.transaction().execute(async (tx) => {
        const pending = tx.selectFrom('near_duplicate_scans').select('id').where('dataset_id', '=', dataset_id)
        if (await pending.where('status', '=', 'pending').executeTakeFirst()) {
          throw new ApiError('wrong_state', message('search.scan_running', { dataset: name }))
        }
        await tx.insertInto('near_duplicate_scans').values(row).execute()
        const payload: ScanPayload = { dataset_id, threshold }
        await jobs.enqueue(tx, { id: row.id, caller, kind: NEAR_DUPLICATE_SCAN, subject: name, payload })
      })
      jobs.wake()
      return scanOf(row)
    },
    get: async (caller, dataset) => scanOf(await lastOf(caller, dataset, false)),
    async groups(caller, dataset, { limit, offset, members, skip_members }) {
      const shown = { limit: Math.min(members, Math.floor(MAX_MEMBERS / limit)), offset: skip_members }
      const { id, group_count: total } = await lastOf(caller, dataset, true)
      const data: NearDuplicateGroup[] = []
      for (let group = offset; group < Math.min(total, offset + limit); group++) {
        const images = await imagesOf(id, group, shown)
        const count = db.selectFrom('near_duplicates').where('scan_id', '=', id).where('group_number', '=', group)
        const { n } = await count.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
        data.push({ group, images, image_count: Number(n) })
      }
      return { data, total, has_more: offset + data.length < total }
    },
  }
}

function scanOf({ id, organization_id: _, error_text, ...row }: NearDuplicateScanRow): NearDuplicateScan {
  const text = fromJsonOrNull<MessageText>(error_text)
  return { job_id: id, ...row, ...(text && { text }) }
}
