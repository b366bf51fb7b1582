/** Imports of images from buckets into data sets. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { StorageImportCreate, StorageImportJob } from '../../../shared/api/storage-connections.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Datasets } from '../../datasets/datasets.ts'
import { directoryPath } from '../../datasets/directories/directory-path.ts'
import { type Database, newId } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import type { StorageConnectionRow, StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import { type Connections, outside } from './connections.ts'
import { storeEnd } from './import-end.ts'
import { type ImportPayload, STORAGE_IMPORT } from './import-job.ts'
import { importOf } from './import-record.ts'
import { type ImportRepository, NO_COUNTS } from './import-repository.ts'
import { isBelow, narrowed } from './object-path.ts'

export interface Imports {
  /** Starts the job and returns at once. @throws ApiError not_found for connection and data set, invalid_field */
  start(caller: Caller, connectionId: string, request: StorageImportCreate): Promise<StorageImportJob>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<StorageImportJob>
  /** @throws ApiError wrong_state when it has ended */
  cancel(caller: Caller, id: string): Promise<StorageImportJob>
}

export interface ImportsOptions {
  db: Database
  repository: ImportRepository
  connections: Pick<Connections, 'rowOf'>
  datasets: Datasets
  jobs: Jobs
  events: Pick<Events, 'append'>
  now: () => Date
}

export function createImports(options: ImportsOptions): Imports {
  const { db, repository, connections, datasets, jobs } = options

  async function rowOf({ organizationId }: Caller, id: string): Promise<StorageImportRow> {
    const row = await repository.find(organizationId, id)
    if (!row) throw new ApiError('not_found', message('storage_import.missing'))
    return row
  }

  return {
    async start(caller, connectionId, request) {
      const connection = await connections.rowOf(caller, connectionId)
      const dataset = await datasets.rowOf(caller, request.project_id)
      const payload = await payloadOf(request, connection)
      const row: StorageImportRow = {
        id: newId(),
        organization_id: caller.organizationId,
        connection_id: connection.id,
        connection_name: connection.name,
        dataset_id: dataset.id,
        prefix: payload.keys ? null : payload.base,
        directory_path: directoryPath(request.dest_folder ?? '', '/dest_folder'),
        status: 'pending',
        token: 0,
        ...NO_COUNTS,
        error: null,
        created_at: options.now().toISOString(),
        completed_at: null,
      }
      await db.transaction().execute(async (tx) => {
        await repository.insert(tx, row)
        await jobs.enqueue(tx, { id: row.id, caller, kind: STORAGE_IMPORT, subject: dataset.name, payload })
      })
      jobs.wake()
      return importOf(row)
    },
    async get(caller, id) {
      const row = await rowOf(caller, id)
      return importOf(row, row.status === 'running' ? await jobs.progress(row.id) : null)
    },
    async cancel(caller, id) {
      const row = await rowOf(caller, id)
      const ended = await db.transaction().execute((tx) => storeEnd(tx, options, row.id, { state: 'cancelled' }))
      if (!ended) {
        const { status } = await rowOf(caller, id)
        throw new ApiError('wrong_state', message('storage_import.has_ended', { status }))
      }
      await jobs.cancel(caller, row.id)
      return importOf(ended)
    },
  }
}

/** Ends the imports from a connection in the transaction that deletes it; returns their ids. */
export async function cancelImportsOf(
  tx: Tx,
  options: Pick<ImportsOptions, 'repository' | 'events' | 'now'>,
  connectionId: string,
): Promise<string[]> {
  const live = await options.repository.liveOf(tx, connectionId)
  for (const id of live) await storeEnd(tx, options, id, { state: 'cancelled' })
  return live
}

/** Keys keep their structure below the prefix of the connection. @throws ApiError invalid_field */
async function payloadOf(
  { prefix, keys }: StorageImportCreate,
  connection: StorageConnectionRow,
): Promise<ImportPayload> {
  if (!keys) {
    const base = narrowed(connection.prefix, prefix)
    if (base === null) throw outside('/prefix', connection)
    return { keys: null, base }
  }
  if (prefix !== null && prefix !== undefined) {
    throw invalidField('/prefix', message('storage_connection.prefix_or_keys'))
  }
  const pauses = pausing()
  for (const [n, key] of keys.entries()) {
    if (!isBelow(key, connection.prefix)) {
      throw connection.prefix === ''
        ? invalidField(`/keys/${n}`, message('storage_connection.key_invalid'))
        : outside(`/keys/${n}`, connection)
    }
    if (pauses.isDue) await pauses.take()
  }
  return { keys, base: connection.prefix }
}
