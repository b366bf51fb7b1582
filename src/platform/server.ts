/** The platform put together: database, files, services, queue and HTTP server. */

import { mkdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Role } from '../shared/api/endpoint.ts'
import { ENDPOINTS } from '../shared/api/index.ts'
import type { Engine } from '../shared/domain/job.ts'
import { createBlobStore } from './blobs/blob-store.ts'
import { lockDataDir } from './db/data-dir-lock.ts'
import { openDatabase } from './db/database.ts'
import { createApp } from './http/app.ts'
import { isLoopbackAddress } from './http/auth.ts'
import { createKeys } from './keys/keys.ts'
import { type Log, logToStderr } from './log.ts'
import { modelHandlers } from './models/model-handlers.ts'
import { createModelRepository } from './models/model-repository.ts'
import { createModels } from './models/models.ts'
import { createOrganizations } from './organizations/organizations.ts'
import { createPrepareJob } from './runs/prepare-job.ts'
import { createRunFiles } from './runs/run-files.ts'
import { runHandlers } from './runs/run-handlers.ts'
import { createRunQueue } from './runs/run-queue.ts'
import { createRunRepository } from './runs/run-repository.ts'
import { createRuns } from './runs/runs.ts'
import { installSecret } from './secrets.ts'
import { createMediaResolver } from './uploads/media-handles.ts'
import { uploadHandlers } from './uploads/upload-handlers.ts'
import { createUploads } from './uploads/uploads.ts'
import { videoHandlers } from './video/video-handlers.ts'
import { createRunnableCheck } from './workflows/runnable.ts'
import { workflowHandlers } from './workflows/workflow-handlers.ts'
import { createWorkflowRepository } from './workflows/workflow-repository.ts'
import { createWorkflows } from './workflows/workflows.ts'

export interface PlatformOptions {
  /** Made when missing. One platform at a time uses it. */
  dataDir: string
  /** With the bundled media, models and templates. */
  resourcesDir: string
  engine: Engine
  version: string
  /** Loopback unless said otherwise. */
  host?: string
  /** 0 picks a free one. */
  port?: number
  /** Under which callers reach the server, where a proxy stands before it. */
  publicUrl?: string
  /** Whether callers may name files of this machine by `file://` URLs. */
  allowLocalFiles?: boolean
  maxUploadBytes?: number
  /** How long invoke with wait=true waits; the specification allows 300 s at most. */
  waitLimitMs?: number
  /** Between signs of life on a silent event stream. */
  heartbeatMs?: number
  now?: () => Date
  log?: Log
}

export interface KeyOptions {
  /** The default organization's, unless said otherwise. */
  organizationId?: string
  /** Keys of one name can be revoked together. */
  name?: string
  /** ISO 8601 */
  expiresAt?: string
}

export interface Platform {
  listen(): Promise<{ baseUrl: string }>
  /** Cancels runs, ends streams, lets go of the data folder. */
  close(): Promise<void>
  readonly organizationId: string
  createOrganization(name: string): Promise<string>
  /** Answers the secret, which cannot be read again. */
  createKey(role: Role, options?: KeyOptions): Promise<string>
  hasKey(name: string): Promise<boolean>
  revokeKeys(name: string): Promise<void>
}

const DEFAULT_MAX_UPLOAD_BYTES = 64 * 1024 ** 3
const DEFAULT_WAIT_LIMIT_MS = 300_000
const DEFAULT_HEARTBEAT_MS = 15_000
const CLOSE_PATIENCE_MS = 1000

/**
 * Opens the data folder and prepares everything but the port.
 * @throws DataDirInUse when another platform uses the folder.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { dataDir, resourcesDir, engine, host = '127.0.0.1', log = logToStderr, now = () => new Date() } = options
  const tmpDir = join(dataDir, 'tmp')
  await mkdir(dataDir, { recursive: true })
  const unlock = lockDataDir(dataDir)
  try {
    await rm(tmpDir, { recursive: true, force: true })
    await mkdir(tmpDir, { recursive: true })
    const db = await openDatabase(join(dataDir, 'sightline.db'))

    const organizations = createOrganizations(db)
    const keys = createKeys(db, now)
    const uploads = createUploads(db, {
      dir: join(dataDir, 'uploads'),
      tmpDir,
      secret: await installSecret(db, 'upload_signing'),
      maxBytes: options.maxUploadBytes ?? DEFAULT_MAX_UPLOAD_BYTES,
      now,
    })
    const resolveMedia = createMediaResolver({
      resourcesDir,
      allowLocalFiles: options.allowLocalFiles ?? false,
      findUpload: uploads.find,
    })
    const blobs = createBlobStore(join(dataDir, 'blobs'), tmpDir)
    const models = createModels({
      repository: createModelRepository(db),
      blobs,
      engine,
      resolveMedia,
      resourcesDir,
      log,
    })
    const checkRunnable = createRunnableCheck(models, resolveMedia)
    const workflowRepository = createWorkflowRepository(db)
    const runRepository = createRunRepository(db)
    const files = createRunFiles(join(dataDir, 'runs'))
    const prepare = createPrepareJob({ repository: runRepository, checkRunnable, resolveMedia, files })
    const queue = createRunQueue({ engine, repository: runRepository, prepare, now, log })
    const runs = createRuns({
      repository: runRepository,
      queue,
      files,
      noteLastRun: (workflowId, last_run_id) => workflowRepository.update(workflowId, { last_run_id }),
      now,
    })
    const workflows = createWorkflows({
      repository: workflowRepository,
      runs,
      checkRunnable,
      resolveMedia,
      resourcesDir,
      now,
    })

    await runs.recover()
    const organizationId = await organizations.ensureDefault()
    for (const id of await organizations.ids()) await models.registerBundled(id)

    const closing = new AbortController()
    const app = await createApp({
      endpoints: ENDPOINTS,
      handlers: {
        workflows: workflowHandlers(workflows, runs, uploads, options.waitLimitMs ?? DEFAULT_WAIT_LIMIT_MS),
        workflowRuns: runHandlers(runs, workflowRepository),
        models: modelHandlers(models, uploads),
        video: videoHandlers(uploads, resolveMedia, engine),
        uploads: uploadHandlers(uploads, resolveMedia),
      },
      verifyKey: keys.verify,
      closing: closing.signal,
      heartbeatMs: options.heartbeatMs ?? DEFAULT_HEARTBEAT_MS,
      publicUrl: options.publicUrl?.replace(/\/$/, ''),
      onlyLoopbackHost: isLoopbackAddress(host),
      version: options.version,
      log,
    })

    async function closeAll(): Promise<void> {
      await queue.close()
      // Event streams end with their runs; whatever else is still being answered gets a moment.
      const patience = setTimeout(() => {
        closing.abort()
        app.server.closeAllConnections()
      }, CLOSE_PATIENCE_MS)
      await app.close()
      clearTimeout(patience)
      closing.abort()
      await db.destroy()
      unlock()
    }
    let closed: Promise<void> | null = null

    return {
      organizationId,
      async listen() {
        await app.listen({ host, port: options.port ?? 0 })
        const { port } = app.server.address() as AddressInfo
        return { baseUrl: `http://${reachableHost(host)}:${port}` }
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

/** A wildcard address is listened on, not called. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
