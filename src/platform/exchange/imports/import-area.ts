/** Imports of labels and images from archives. */

import type { DatasetArea } from '../../datasets/dataset-area.ts'
import type { ImageArea } from '../../datasets/images/image-area.ts'
import type { StorageArea } from '../../datasets/storage/storage-area.ts'
import type { UploadArea } from '../../datasets/uploads/upload-area.ts'
import { type Uploads, uploadTarget } from '../../datasets/uploads/uploads.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { IMPORT, importJob } from './import-job.ts'
import { createImportRemoval } from './import-removal.ts'
import { createImportRepository } from './import-repository.ts'
import { createImports, type Imports } from './imports.ts'

export interface ImportAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
  uploads: UploadArea
  storage: StorageArea
  jobs: JobsArea
}

const importHandlers = (imports: Imports, uploads: Uploads): GroupHandlers<'imports'> => ({
  uploadUrl: uploadTarget(uploads),
  create: ({ caller, body }) => imports.create(caller, body),
  list: ({ caller, query }) => imports.list(caller, query),
  get: ({ caller, params }) => imports.get(caller, params.import_id),
  confirm: ({ caller, params, body }) => imports.confirm(caller, params.import_id, body),
  cancel: ({ caller, params }) => imports.cancel(caller, params.import_id),
  undo: ({ caller, params }) => imports.undo(caller, params.import_id),
  delete: ({ caller, params }) => imports.delete(caller, params.import_id),
})

export interface ImportArea extends Area {
  handlers: Pick<Handlers, 'imports'>
}

export function createImportArea(services: PlatformServices, needs: ImportAreaNeeds): ImportArea {
  const { db, folders } = services
  const { jobs } = needs.jobs
  const { datasets } = needs.datasets
  const { resolveMedia, uploads } = needs.uploads
  const repository = createImportRepository(db)
  const removal = createImportRemoval({ ...services, repository })
  const imports = createImports({ ...services, repository, datasets, jobs, removal, resolveMedia })
  const { free } = needs.storage.reclaim
  const { images } = needs.images
  const { maxBytes } = needs.uploads
  const tmpDir = folders.tmp
  jobs.register(importJob({ ...services, repository, datasets, images, resolveMedia, free, tmpDir, maxBytes }))
  const importOf = async (jobId: string) =>
    (await db.selectFrom('dataset_imports').select('id').where('job_id', '=', jobId).executeTakeFirst())?.id ?? ''
  jobs.control(IMPORT, {
    cancel: async (caller, job) => imports.cancel(caller, await importOf(job.id)),
    // An import that was deleted, or has a later step, is not there to be executed again.
    checkRetry: async (caller, job) => void (await imports.get(caller, await importOf(job.id))),
  })
  return {
    handlers: { imports: importHandlers(imports, uploads) },
    start: removal.resume,
    close: removal.close,
  }
}
