/** Composes the platform: database, files, services, queue and HTTP server. */

import { setMaxListeners } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ENDPOINTS } from '../shared/api/index.ts'
import { SAM3_FOLDER } from '../shared/domain/sam3.ts'
import { annotationHandlers } from './annotations/annotation-handlers.ts'
import { createAnnotations } from './annotations/annotations.ts'
import { createClassChanges } from './annotations/class-changes.ts'
import { createRunIntake } from './annotations/run-intake.ts'
import { datasetHandlers } from './datasets/dataset-handlers.ts'
import { createInsights } from './datasets/dataset-insights.ts'
import { createDatasetRepository } from './datasets/dataset-repository.ts'
import { createDatasets } from './datasets/datasets.ts'
import { lockDataDir } from './db/data-dir-lock.ts'
import { openDatabase } from './db/database.ts'
import { createDirectories } from './directories/directories.ts'
import { directoryHandlers } from './directories/directory-handlers.ts'
import { createApp } from './http/app.ts'
import { isLoopbackAddress } from './http/auth.ts'
import { PATIENCE } from './http/body-timeout.ts'
import { imageHandlers } from './images/image-handlers.ts'
import { createImageRepository } from './images/image-repository.ts'
import { createImages } from './images/images.ts'
import { createKeys } from './keys/keys.ts'
import { isDiskFull } from './machine/disk-full.ts'
import { logToStderr } from './machine/log.ts'
import { openPrivateFolder, PRIVATE_FOLDER } from './machine/private-folder.ts'
import { installSecret } from './machine/secrets.ts'
import { modelHandlers } from './models/model-handlers.ts'
import { createModelRepository } from './models/model-repository.ts'
import { createModelWeights } from './models/model-weights.ts'
import { createModels } from './models/models.ts'
import { createOrganizations } from './organizations/organizations.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import { createRunMedia } from './readiness/run-media.ts'
import { createRunnableCheck } from './readiness/runnable.ts'
import { createFindUsers } from './references/resource-users.ts'
import { createArtifactLinks } from './runs/artifact-links.ts'
import { createPrepareJob } from './runs/prepare-job.ts'
import { createRunFiles } from './runs/run-files.ts'
import { runHandlers } from './runs/run-handlers.ts'
import { createRunNotices } from './runs/run-notices.ts'
import { createRunQueue } from './runs/run-queue.ts'
import { createRunRepository } from './runs/run-repository.ts'
import { createRuns } from './runs/runs.ts'
import { openFileStores } from './storage/file-stores.ts'
import { storageHandlers } from './storage/storage-handlers.ts'
import { createFolderResolver } from './uploads/local-folder.ts'
import { createMediaResolver } from './uploads/media-handles.ts'
import { uploadHandlers } from './uploads/upload-handlers.ts'
import { createExtractions } from './video/extractions.ts'
import { videoHandlers } from './video/video-handlers.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { whyNotPublic } from './webhooks/public-url.ts'
import { createOutbox } from './webhooks/run-outboxes.ts'
import { createSend } from './webhooks/send.ts'
import { webhookHandlers } from './webhooks/webhook-handlers.ts'
import { createWebhookRepository } from './webhooks/webhook-repository.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { createPreviews } from './workflows/previews.ts'
import { workflowHandlers } from './workflows/workflow-handlers.ts'
import { createWorkflowRepository } from './workflows/workflow-repository.ts'
import { createWorkflows } from './workflows/workflows.ts'

const DEFAULT_MAX_UPLOAD_BYTES = 64 * 1024 ** 3
const DEFAULT_WAIT_LIMIT_MS = 300_000
const DEFAULT_HEARTBEAT_MS = 15_000
const CLOSE_PATIENCE_MS = 1000
const SWEEP_EVERY_MS = 60 * 60_000

/**
 * Opens the data folder and prepares everything except the port.
 * @throws DataDirInUse when another platform uses the folder, DataDirShared for one such as /tmp.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  try {
    return await openPlatform(options)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    const message = `The disk that holds ${options.dataDir} is full. Make room, then start Sightline again.`
    throw new Error(message, { cause: error })
  }
}

async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { dataDir, resourcesDir, engine, host = '127.0.0.1', log = logToStderr, now = () => new Date() } = options
  const tmpDir = join(dataDir, 'tmp')
  await openPrivateFolder(dataDir, log)
  const unlock = lockDataDir(dataDir)
  try {
    await rm(tmpDir, { recursive: true, force: true })
    await mkdir(tmpDir, { recursive: true, mode: PRIVATE_FOLDER })
    const db = await openDatabase(join(dataDir, 'sightline.db'))

    const organizations = createOrganizations(db)
    const keys = createKeys(db, now)
    const secret = await installSecret(join(dataDir, 'secrets'), 'url-signing')
    const cacheDir = join(dataDir, 'cache')
    const runRepository = createRunRepository(db)
    const { blobs, uploads, reclaim, storage, alone } = await openFileStores({
      db,
      dataDir,
      tmpDir,
      cacheDir,
      secret,
      maxBytes: options.maxUploadBytes ?? DEFAULT_MAX_UPLOAD_BYTES,
      isAnyRunLive: async () => (await runRepository.listLive()).length > 0,
      now,
      log,
    })
    const resolveMedia = createMediaResolver({
      resourcesDir,
      allowLocalFiles: options.allowLocalFiles ?? false,
      findUpload: uploads.find,
    })
    const modelRepository = createModelRepository(db)
    const models = createModels({
      repository: modelRepository,
      blobs,
      engine,
      resolveMedia,
      resourcesDir,
      sam3Dir: join(dataDir, SAM3_FOLDER),
      alone,
      noteImported: uploads.imported,
      sweep: reclaim.sweep,
      now,
      log,
    })
    const weights = createModelWeights({ repository: modelRepository, blobs, secret, now })
    const datasetRepository = createDatasetRepository(db)
    const datasets = createDatasets(datasetRepository, now)
    const directories = createDirectories(db, datasets, now)
    const images = createImages({
      repository: createImageRepository(db),
      datasetRepository,
      datasets,
      directories,
      blobs,
      alone,
      free: reclaim.free,
      noteImported: uploads.imported,
      engine,
      resolveMedia,
      now,
    })
    const annotations = createAnnotations(db, datasets, images)
    const extractions = createExtractions({
      db,
      datasets,
      directories,
      images,
      uploads,
      resolveMedia,
      engine,
      tmpDir,
      sweep: reclaim.sweep,
      now,
      log,
    })
    const findMedia = createRunMedia({
      resolveMedia,
      resolveFolder: createFolderResolver(options.allowLocalFiles ?? false),
      datasets: datasetRepository,
      images,
    })
    const allowPrivate = options.allowPrivateWebhooks ?? false
    const checkRunnable = createRunnableCheck(models, findMedia, datasetRepository, (url) =>
      allowPrivate ? null : whyNotPublic(url),
    )
    const workflowRepository = createWorkflowRepository(db)
    const files = createRunFiles(join(dataDir, 'runs'))
    const send = createSend({ allowPrivate })
    const webhookRepository = createWebhookRepository(db)
    const deliverer = createDeliverer({ repository: webhookRepository, send, now, log })
    const webhooks = createWebhooks({ repository: webhookRepository, deliverer, send, allowPrivate, now })
    const outbox = createOutbox(join(dataDir, 'outbox'), webhooks)
    const artifactLinks = createArtifactLinks({ secret, now })
    let origin = options.publicUrl?.replace(/\/$/, '') ?? ''
    const intake = createRunIntake({
      db,
      runs: runRepository,
      files,
      datasetRepository,
      datasets,
      images,
      annotations,
      now,
      log,
    })
    const { expect, settle } = intake
    const prepare = createPrepareJob({
      repository: runRepository,
      checkRunnable,
      findMedia,
      files,
      outboxDirOf: outbox.dirOf,
      cacheDir,
      expect,
    })
    const notices = createRunNotices({ webhooks, outbox, linkTo: (run, id) => artifactLinks.of(run, id, origin) })
    const queue = createRunQueue({ engine, repository: runRepository, prepare, settle, notices, now, log })
    const runs = createRuns({
      repository: runRepository,
      queue,
      files,
      engineLoad: engine.load,
      log,
      now,
    })
    const workflows = createWorkflows({
      repository: workflowRepository,
      runs,
      checkRunnable,
      findMedia,
      resourcesDir,
      now,
    })

    await runs.recover()
    await notices.recover((id) => runRepository.organizationOf(id))
    const organizationId = await organizations.ensureDefault()
    for (const id of await organizations.ids()) await models.registerBundled(id)
    await reclaim.sweep()
    const sweeping = setInterval(() => void reclaim.sweep(), SWEEP_EVERY_MS).unref()
    await extractions.recover()
    await intake.resume()

    const findUsers = createFindUsers({
      db,
      models: modelRepository,
      datasets: datasetRepository,
      listLive: runRepository.listLive,
    })
    const previews = createPreviews({ engine, findMedia, checkRunnable })
    const waitLimitMs = options.waitLimitMs ?? DEFAULT_WAIT_LIMIT_MS
    const closing = new AbortController()
    // One listener for each open call, of which there may be any number.
    setMaxListeners(0, closing.signal)
    const app = await createApp({
      endpoints: ENDPOINTS,
      handlers: {
        workflows: workflowHandlers(workflows, runs, uploads, previews, waitLimitMs),
        workflowRuns: runHandlers(runs, workflowRepository, artifactLinks),
        models: modelHandlers(models, weights, uploads, findUsers),
        datasets: datasetHandlers(datasets, images, createInsights(db), findUsers),
        images: imageHandlers(images, uploads),
        directories: directoryHandlers(directories),
        annotations: annotationHandlers(annotations, createClassChanges(db, datasets, now)),
        video: videoHandlers(uploads, resolveMedia, engine, extractions),
        uploads: uploadHandlers(uploads, resolveMedia, weights),
        webhooks: webhookHandlers(webhooks),
        storage: storageHandlers(storage),
      },
      verifyKey: keys.verify,
      closing: closing.signal,
      heartbeatMs: options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS,
      patience: { ...PATIENCE, ...options.patience },
      publicUrl: options.publicUrl?.replace(/\/$/, ''),
      onlyLoopbackHost: isLoopbackAddress(host),
      version: options.version,
      log,
    })

    async function closeAll(): Promise<void> {
      clearInterval(sweeping)
      await queue.close()
      await extractions.close()
      await deliverer.close()
      engine.close()
      // Event streams end with their runs; other replies in progress get a moment to finish.
      const patience = setTimeout(() => {
        closing.abort()
        app.server.closeAllConnections()
      }, CLOSE_PATIENCE_MS)
      await app.close()
      clearTimeout(patience)
      closing.abort()
      await alone(async () => db.destroy())
      unlock()
    }
    let closed: Promise<void> | null = null

    return {
      organizationId,
      async listen() {
        await app.listen({ host, port: options.port ?? 0 })
        const { port } = app.server.address() as AddressInfo
        const baseUrl = `http://${reachableHost(host)}:${port}`
        origin ||= baseUrl
        deliverer.wake()
        return { baseUrl }
      },
      close() {
        closed ??= closeAll()
        return closed
      },
      async createOrganization(name) {
        const id = await organizations.create(name)
        await models.registerBundled(id)
        return id
      },
      createKey: (role, key = {}) =>
        keys.create({
          organizationId: key.organizationId ?? organizationId,
          name: key.name ?? role,
          role,
          expiresAt: key.expiresAt ?? null,
        }),
      hasKey: (name) => keys.exists(organizationId, name),
      revokeKeys: (name) => keys.revoke(organizationId, name),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** A wildcard address can be listened on, but not called. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
