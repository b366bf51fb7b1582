/** Exports of data sets: frozen sets of images with their annotations, and archives of them. */

import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { StorageArea } from '../../datasets/storage/storage-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import { createJobRecord } from '../../work/jobs/job-record.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { createExportDownloads, type ExportDownloads } from './export-downloads.ts'
import { exportRecords } from './export-end.ts'
import { EXPORT, exportJob } from './export-job.ts'
import { createExportRemoval } from './export-removal.ts'
import { createExportRepository } from './export-repository.ts'
import { createExports, type Exports } from './exports.ts'
import type { RecordedExports } from './recorded-export.ts'
import { createRecordedExports } from './recorded-exports.ts'

export interface ExportAreaNeeds {
  datasets: DatasetArea
  storage: StorageArea
  jobs: JobsArea
}

const exportHandlers = (exports: Exports, downloads: ExportDownloads): GroupHandlers<'exports'> => ({
  create: ({ caller, body }) => exports.create(caller, body),
  plan: ({ caller, body }) => exports.plan(caller, body),
  list: ({ caller, query }) => exports.list(caller, query),
  get: ({ caller, params }) => exports.get(caller, params.export_id),
  cancel: ({ caller, params }) => exports.cancel(caller, params.export_id),
  download: ({ caller, params, origin }) => downloads.place(caller, params.export_id, origin),
  archive: ({ params, query }) => downloads.open(params.export_id, query),
  images: ({ caller, params, query }) => exports.images(caller, params.export_id, query),
  image: ({ caller, params }) => exports.openImage(caller, params.export_id, params.position),
  delete: ({ caller, params }) => exports.delete(caller, params.export_id),
})

export interface ExportArea extends Area {
  recorded: RecordedExports
  handlers: Pick<Handlers, 'exports'>
}

export function createExportArea(services: PlatformServices, needs: ExportAreaNeeds): ExportArea {
  const { db, blobs, folders } = services
  const { jobs } = needs.jobs
  const { free } = needs.storage.reclaim
  const repository = createExportRepository(db)
  const record = createJobRecord({ ...services, jobs }, exportRecords)
  const removal = createExportRemoval({ ...services, repository, free })
  const exports = createExports({
    ...services,
    repository,
    record,
    datasets: needs.datasets.datasets,
    jobs,
    removal,
    localFile: blobs.localFile,
  })
  jobs.register(exportJob({ ...services, repository, record, free, tmpDir: folders.tmp }))
  jobs.control(EXPORT, {
    cancel: (caller, job) => exports.cancel(caller, job.id),
    // An export that was deleted is not there to be executed again.
    checkRetry: async (caller, job) => void (await exports.get(caller, job.id)),
  })
  return {
    recorded: createRecordedExports(repository, blobs.localFile),
    handlers: { exports: exportHandlers(exports, createExportDownloads({ ...services, repository })) },
    start: removal.resume,
    close: removal.close,
  }
}
