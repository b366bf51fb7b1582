/** Composes a host: the parts that the Electron main process and the web host have in common. */
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Port } from '../shared/bridge/contract.ts'
import { SESSION_PATH } from '../shared/bridge/page-connection.ts'
import type { Server } from '../shared/bridge/servers.ts'
import { type HostInfo, STUDIO, type StudioImpl } from '../shared/bridge/studio.ts'
import { serveBridge } from '../shared/bridge/wire.ts'
import { createConnections } from './connections.ts'
import { removeOldParts } from './downloads/part-folder.ts'
import { createFileAccess, createGrantedFiles, listSourcesInUse } from './file-access.ts'
import { createFiles, FILES_BASE, UPLOAD_URL } from './files.ts'
import type { SecretStore } from './host-files.ts'
import { createModelDownloads } from './model-downloads/model-downloads.ts'
import type { NativeShell } from './native.ts'
import { contentSecurityPolicy, devPageResponse, pageResponse } from './page.ts'
import { createPlatform, createRemotePlatform } from './platform.ts'
import { type PlatformChild, supervisePlatform } from './platform-supervisor.ts'
import { createServers } from './servers.ts'
import { createSettings, followSettings } from './settings.ts'
import { createSources, createUploads } from './sources.ts'
import { createStudio } from './studio.ts'

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
  /** Notes a path that the user gave the page, such as that of a dropped file. */
  choose(path: string): void
  /** Settles when the platform is reachable, or has been unreachable for a long time. */
  ready(): Promise<void>
  stop(): Promise<void>
}

interface Desk {
  studio: StudioImpl
  files: ReturnType<typeof createFiles>
}

/** A page stays with the platform that it connected to: its calls never reach another one. */
function studioAt(desk: Promise<Desk>): StudioImpl {
  type AnyMethod = (...args: unknown[]) => Promise<unknown>
  const methods = Object.keys(STUDIO).map((name) => {
    const method: AnyMethod = async (...args) => {
      const { studio } = await desk
      return (studio[name as keyof StudioImpl] as unknown as AnyMethod)(...args)
    }
    return [name, method]
  })
  return Object.fromEntries(methods) as StudioImpl
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
  const store = createServers(join(dataDir, 'servers.json'), secrets)
  const kept = createSettings(join(dataDir, 'settings.json'))
  const settings = updates ? followSettings(kept, (all) => updates.turn(all.updates ?? false)) : kept
  const chosen = new Set<string>()
  void removeOldParts(join(dataDir, 'downloads'), Date.now()).catch(() => {})

  /** The services on one platform. The files that its pages may read are recorded in a folder of its own. */
  function deskOf(server: Server | null): Desk {
    const platform = server
      ? createRemotePlatform(() => store.stored(server.id), connections.keyRejected)
      : createPlatform(supervisor)
    const folder = server ? join(dataDir, 'servers', server.id) : dataDir
    const granted = createGrantedFiles({
      path: join(folder, 'granted-files.json'),
      listUsed: async () => (server ? [] : listSourcesInUse(platform)),
      log,
    })
    const access = createFileAccess(granted, native && ((paths) => native.allowFiles(paths)))
    void granted.loaded().catch((error) => log(`The record of granted files could not be made: ${String(error)}`))
    const sources = createSources(platform, access)
    const info: HostInfo = {
      host,
      version,
      os: process.platform,
      native_dialogs: native !== null,
      files_base: FILES_BASE,
      data_dir: dataDir,
      upload_url: UPLOAD_URL,
      session_url: host === 'web' ? SESSION_PATH : null,
      account: null,
      server,
      local_files: native !== null && server === null,
      updates: updates !== null,
    }
    const studio = createStudio({
      info,
      platform,
      sources,
      access,
      chosen,
      native,
      settings,
      connections,
      models: createModelDownloads({
        dataDir,
        resourcesDir: options.resourcesDir,
        version,
        env: process.env,
        settings: () => settings.get(),
        target: { use: platform.use, isLocal: server === null },
      }),
      runFolder: server ? null : (runId) => join(dataDir, 'runs', runId),
    })
    return { studio, files: createFiles({ platform, sources, uploads: createUploads(platform), log }) }
  }

  const connections = createConnections({
    store,
    version,
    computer: hostname(),
    onSwitch: (server) => {
      desk = Promise.resolve(deskOf(server))
    },
    forget: (id) => rm(join(dataDir, 'servers', id), { recursive: true, force: true }),
  })
  let desk: Promise<Desk> = store.list().then(
    ({ active, servers }) => deskOf(servers.find(({ id }) => id === active) ?? null),
    (error) => {
      log(`The list of servers could not be read: ${String(error)}`)
      return deskOf(null)
    },
  )
  const csp = contentSecurityPolicy()
  const page = (request: Request) =>
    devServer === undefined ? pageResponse(rendererDir, csp, request) : devPageResponse(devServer, request)

  return {
    connect: (port) =>
      serveBridge(STUDIO, studioAt(desk), port, {
        onInternalError: (method, error) =>
          log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
      }),
    handle: async (request) => (await (await desk).files(request)) ?? page(request),
    ready: () =>
      supervisor.address().then(
        () => {},
        () => {},
      ),
    choose: (path) => void chosen.add(path),
    stop: () => supervisor.stop(),
  }
}
