/** Storage connections: buckets of an organization, and imports from them. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { connectionHandlers } from './connection-handlers.ts'
import { createConnectionRepository } from './connection-repository.ts'
import { createConnections } from './connections.ts'
import { CONNECTION_GONE } from './import-end.ts'
import { importJob, STORAGE_IMPORT } from './import-job.ts'
import { createImportRepository } from './import-repository.ts'
import { cancelImportsOf, createImports } from './imports.ts'
import { createOpenBucket } from './s3-bucket.ts'

export interface ConnectionAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
  jobs: JobsArea
  /** True when buckets may be at addresses inside this network, and without TLS. */
  allowPrivate: boolean
}

export interface ConnectionArea extends Area {
  handlers: Pick<Handlers, 'storageConnections'>
}

export function createConnectionArea(services: PlatformServices, needs: ConnectionAreaNeeds): ConnectionArea {
  const { db, secrets, events, folders, now } = services
  const { allowPrivate } = needs
  const { jobs } = needs.jobs
  const { datasets } = needs.datasets
  const repository = createImportRepository(db)
  const connectionRepository = createConnectionRepository(db)
  const connections = createConnections({
    db,
    repository: connectionRepository,
    secrets,
    allowPrivate,
    now,
    openBucket: createOpenBucket({ allowPrivate }),
    cancelImportsOf: (tx, id) => cancelImportsOf(tx, { repository, events, now }, id),
    async stopImports(caller, ids) {
      for (const id of ids) await jobs.cancel(caller, id)
    },
  })
  const imports = createImports({ db, repository, connections, datasets, jobs, events, now })
  jobs.register(
    importJob({
      repository,
      connectionRepository,
      connections,
      datasets,
      events,
      now,
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
