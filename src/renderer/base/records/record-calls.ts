/** The Studio's records on the platform: batches, ground truth of videos, and labels of runs. */
import type { Page, PaginatedList } from '../../../shared/api/endpoint.ts'
import type { StudioBatch } from '../../../shared/api/studio-batches.ts'
import type { Visibility } from '../../../shared/api/studio-records.ts'
import type { Batch } from '../../../shared/domain/batch.ts'
import type { RunLabels } from '../../../shared/domain/run-labels.ts'
import type { Truth } from '../../../shared/domain/truth.ts'
import type { Host } from '../host/host-context.ts'

/** Whose a record is, and whether the organization sees it. */
export type Owned = Pick<StudioBatch, 'id' | 'owner_name' | 'is_own' | 'visibility'>

export interface StudioRecord<V> extends Owned {
  revision: string
  value: V
}

export interface RecordChange<V> {
  value?: V
  visibility?: Visibility
}

export interface RecordCalls<V> {
  /** All records of the caller, and those that others share with the organization. */
  list(): Promise<StudioRecord<V>[]>
  /** Rejects with `stale_revision` if the caller already has a record with another value for the same subject. */
  create(value: V): Promise<StudioRecord<V>>
  /** Rejects with `stale_revision` if the record has another revision, and with `not_found` if it was deleted. */
  update(id: string, change: RecordChange<V>, ifMatch?: string): Promise<StudioRecord<V>>
  /** Rejects like `update`. */
  delete(id: string, ifMatch?: string): Promise<void>
}

type Api = Pick<Host, 'api'>

/** The record of each subject, such as a run: the caller's own one, or else the newest that is shared. */
export function bySubject<V>(
  records: readonly StudioRecord<V>[],
  subjectOf: (value: V) => string,
): Map<string, StudioRecord<V>> {
  const found = new Map<string, StudioRecord<V>>()
  for (const record of records) {
    const subject = subjectOf(record.value)
    if (record.is_own || !found.has(subject)) found.set(subject, record)
  }
  return found
}

/** Reads a list that the API returns in pages. */
export async function allPages<T>(limit: number, read: (page: Page) => Promise<PaginatedList<T>>): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const { data, pagination } = await read({ limit, offset: all.length })
    all.push(...data)
    if (!pagination.has_more || data.length === 0) return all
  }
}

const BATCHES_PER_PAGE = 200
const TRUTHS_PER_PAGE = 100
const LABELS_PER_PAGE = 1000

export const batchCalls = ({ api }: Api): RecordCalls<Batch> => ({
  list: () => allPages(BATCHES_PER_PAGE, (query) => api('studioBatches.list', { query })),
  create: (body) => api('studioBatches.create', { body }),
  update: (record_id, body, ifMatch) => api('studioBatches.update', { params: { record_id }, body, ifMatch }),
  delete: async (record_id, ifMatch) => {
    await api('studioBatches.delete', { params: { record_id }, ifMatch })
  },
})

/** @param media_sha256 of the only video whose ground truth is listed; the caller's own comes first */
export const truthCalls = ({ api }: Api, media_sha256: string): RecordCalls<Truth> => ({
  list: () => allPages(TRUTHS_PER_PAGE, (page) => api('studioTruths.list', { query: { media_sha256, ...page } })),
  create: (body) => api('studioTruths.create', { body }),
  update: (record_id, body, ifMatch) => api('studioTruths.update', { params: { record_id }, body, ifMatch }),
  delete: async (record_id, ifMatch) => {
    await api('studioTruths.delete', { params: { record_id }, ifMatch })
  },
})

export const labelCalls = ({ api }: Api): RecordCalls<RunLabels> => ({
  list: () => allPages(LABELS_PER_PAGE, (query) => api('studioRunLabels.list', { query })),
  create: (body) => api('studioRunLabels.create', { body }),
  update: (record_id, body, ifMatch) => api('studioRunLabels.update', { params: { record_id }, body, ifMatch }),
  delete: async (record_id, ifMatch) => {
    await api('studioRunLabels.delete', { params: { record_id }, ifMatch })
  },
})
