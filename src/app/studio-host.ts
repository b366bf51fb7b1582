/** Composes a host: the parts that the Electron main process and the web host have in common. */
import { join } from 'node:path'
import type { Port } from '../shared/bridge/contract.ts'
import { SESSION_PATH } from '../shared/bridge/page-connection.ts'
import { type HostInfo, STUDIO } from '../shared/bridge/studio.ts'
import { serveBridge } from '../shared/bridge/wire.ts'
import { HANDLE_FOLDERS } from '../shared/domain/handle-folders.ts'
import { createBatches } from './batches.ts'
import { devPageResponse } from './dev-page.ts'
import { removeOldParts } from './downloads/part-folder.ts'
import { createFiles, FILES_BASE, UPLOAD_URL } from './files.ts'
import { createGrantedFiles, listSourcesInUse } from './granted-files.ts'
import { createModelDownloads } from './model-downloads/model-downloads.ts'
import type { NativeShell } from './native.ts'
import { contentSecurityPolicy, pageResponse } from './page.ts'
import { createPlatform } from './platform.ts'
import { type PlatformChild, supervisePlatform } from './platform-supervisor.ts'
import { createRunLabels } from './run-labels.ts'
import type { SecretStore } from './secret-store.ts'
import { createSettings, followSettings } from './settings.ts'
import { createSources } from './sources.ts'
import { createStudio } from './studio.ts'
import { createTruthStore } from './truth.ts'
import { createUploads } from './uploads.ts'
import { createVersions } from './versions.ts'

export interface HostOptions {
  host: HostInfo['host']
  version: string
  /** Absolute. */
  dataDir: string
  /** Absolute; the built renderer. */
  rendererDir: string
  /** Absolute; the demo, models and templates that ship with the app. */
  resourcesDir: string
  /** Address of a development server that serves the page in place of the built renderer. */
  devServer?: string | undefined
  secrets: SecretStore
  /** Null when the page picks files itself and uploads them. */
  native: NativeShell | null
  /** Called at the start and at each change of the setting for updates; null where the app does not update itself. */
  updates: { turn(on: boolean): void } | null
  startPlatform(): PlatformChild
  /** Called when another app uses the data folder. */
  onBlocked(message: string): void
  log(line: string): void
}

export interface RunningHost {
  /** Serves one page until its port closes. */
  connect(port: Port): void
  /** Serves a page's request for itself or for a file. */
  handle(request: Request): Promise<Response>
  /** Settles when the platform is reachable, or has been unreachable for a long time. */
  ready(): Promise<void>
  stop(): Promise<void>
}

export function startHost(options: HostOptions): RunningHost {
  const { host, version, dataDir, rendererDir, secrets, native, updates, devServer, log } = options
  const supervisor = supervisePlatform({
    start: options.startPlatform,
    options: { dataDir, resourcesDir: options.resourcesDir, version, allowLocalFiles: true },
    secrets,
    log,
    onBlocked: options.onBlocked,
  })
  const platform = createPlatform(supervisor)
  const granted = createGrantedFiles({
    path: join(dataDir, 'granted-files.json'),
    listUsed: () => listSourcesInUse(platform),
    log,
  })
  const sources = createSources(platform, granted)
  const files = createFiles({ platform, sources, uploads: createUploads(platform), log })
  const info: HostInfo = {
    host,
    version,
    os: process.platform,
    native_dialogs: native !== null,
    files_base: FILES_BASE,
    data_dir: dataDir,
    upload_url: UPLOAD_URL,
    session_url: host === 'web' ? SESSION_PATH : null,
    updates: updates !== null,
  }
  const settings = createSettings(join(dataDir, 'settings.json'))
  void removeOldParts(join(dataDir, 'downloads'), Date.now()).catch(() => {})
  const studio = createStudio({
    info,
    platform,
    sources,
    granted,
    native,
    settings: updates ? followSettings(settings, (all) => updates.turn(all.updates ?? false)) : settings,
    truth: createTruthStore(join(dataDir, 'truth')),
    batches: createBatches(join(dataDir, HANDLE_FOLDERS.batches)),
    versions: createVersions(join(dataDir, HANDLE_FOLDERS.versions)),
    labels: createRunLabels(join(dataDir, 'labels')),
    models: createModelDownloads({
      dataDir,
      resourcesDir: options.resourcesDir,
      version,
      env: process.env,
      settings: () => settings.get(),
      target: { use: platform.use, isLocal: true },
    }),
    runFolder: (runId) => join(dataDir, 'runs', runId),
  })
  const csp = contentSecurityPolicy()
  const page = (request: Request) =>
    devServer === undefined ? pageResponse(rendererDir, csp, request) : devPageResponse(devServer, request)

  return {
    connect: (port) =>
      serveBridge(STUDIO, studio, port, {
        onInternalError: (method, error) =>
          log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
      }),
    handle: async (request) => (await files(request)) ?? page(request),
    ready: () =>
      supervisor.address().then(
        () => {},
        () => {},
      ),
    stop: () => supervisor.stop(),
  }
}
