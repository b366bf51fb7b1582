/** Storage connections: buckets of an organization, and imports from them. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import { createJobRecord } from '../../work/jobs/job-record.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { createConnectionRepository } from './connection-repository.ts'
import { type Connections, createConnections } from './connections.ts'
import { CONNECTION_GONE, importRecords } from './import-end.ts'
import { importJob, STORAGE_IMPORT } from './import-job.ts'
import { createImportRepository } from './import-repository.ts'
import { cancelImportsOf, createImports, type Imports } from './imports.ts'
import { createOpenBucket } from './s3-bucket.ts'

export interface ConnectionAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
  jobs: JobsArea
  /** True when buckets may be at addresses inside this network, and without TLS. */
  allowPrivate: boolean
}

const connectionHandlers = (connections: Connections, imports: Imports): GroupHandlers<'storageConnections'> => ({
  create: ({ caller, body }) => connections.create(caller, body),
  list: ({ caller, query }) => connections.list(caller, query),
  get: ({ caller, params }) => connections.get(caller, params.connection_id),
  delete: ({ caller, params }) => connections.delete(caller, params.connection_id),
  validate: ({ caller, params }) => connections.validate(caller, params.connection_id),
  browse: ({ caller, params, query }) => connections.browse(caller, params.connection_id, query),
  import: ({ caller, params, body }) => imports.start(caller, params.connection_id, body),
  importJob: ({ caller, params }) => imports.get(caller, params.import_id),
  cancelImport: ({ caller, params }) => imports.cancel(caller, params.import_id),
})

export interface ConnectionArea extends Area {
  handlers: Pick<Handlers, 'storageConnections'>
}

export function createConnectionArea(services: PlatformServices, needs: ConnectionAreaNeeds): ConnectionArea {
  const { db, secrets, events, folders, now } = services
  const { allowPrivate } = needs
  const { jobs } = needs.jobs
  const { datasets } = needs.datasets
  const repository = createImportRepository(db)
  const record = createJobRecord({ db, jobs, events, now }, importRecords(repository))
  const connectionRepository = createConnectionRepository(db)
  const connections = createConnections({
    db,
    repository: connectionRepository,
    secrets,
    allowPrivate,
    now,
    openBucket: createOpenBucket({ allowPrivate }),
    cancelImportsOf: (tx, id) => cancelImportsOf(tx, { repository, record }, id),
    async stopImports(caller, ids) {
      for (const id of ids) await jobs.cancel(caller, id)
    },
  })
  const imports = createImports({ db, repository, record, connections, datasets, jobs, now })
  jobs.register(
    importJob({
      repository,
      record,
      connectionRepository,
      connections,
      datasets,
      events,
      images: needs.images.images,
      tmpDir: folders.tmp,
    }),
  )
  jobs.control(STORAGE_IMPORT, {
    cancel: (caller, job) => imports.cancel(caller, job.id),
    async checkRetry(caller, job) {
      const { connection_id } = await imports.get(caller, job.id)
      const there = await connectionRepository.find(caller.organizationId, connection_id)
      if (!there) throw new ApiError('wrong_state', CONNECTION_GONE)
    },
  })
  return { handlers: { storageConnections: connectionHandlers(connections, imports) } }
}
