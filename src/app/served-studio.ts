/** The Studio that a server serves to signed-in people: a desk for each session. */
import { createClient } from '../client/client.ts'
import { ConnectionError } from '../client/errors.ts'
import { ROLES, type Role, roleAtLeast } from '../shared/api/endpoint.ts'
import type { Port } from '../shared/bridge/contract.ts'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import type { ServerState } from '../shared/bridge/servers.ts'
import { type HostInfo, STUDIO, type StudioImpl } from '../shared/bridge/studio.ts'
import type { Account, Visitor } from '../shared/bridge/visitor.ts'
import { serveBridge } from '../shared/bridge/wire.ts'
import { type Message, message, saidOf } from '../shared/messages/message.ts'
import type { Connections } from './connections.ts'
import { createFiles, FILES_BASE, UPLOAD_URL } from './files.ts'
import type { ModelDownloads } from './model-downloads/model-downloads.ts'
import { contentSecurityPolicy, pageResponse } from './page.ts'
import type { Platform } from './platform.ts'
import type { SettingsStore } from './settings.ts'
import { createSources, createUploads } from './sources.ts'
import { createStudio } from './studio.ts'

export interface ServedStudioOptions {
  version: string
  /** Absolute; the built renderer. */
  rendererDir: string
  /** Address at which the server reaches itself. */
  origin(): string
  log(line: string): void
}

export interface ServedStudio {
  /** Serves one page until its port closes. */
  connect(port: Port, visitor: Visitor): void
  /** Serves a page's request for itself or for a file. */
  handle(request: Request, visitor: Visitor): Promise<Response>
}

/** Sessions whose desks are kept; a desk holds no more than closures. */
const MOST_DESKS = 1000

export function createServedStudio(options: ServedStudioOptions): ServedStudio {
  const { version, rendererDir, origin, log } = options
  const desks = new Map<string, ReturnType<typeof deskOf>>()
  const csp = contentSecurityPolicy()

  function deskOf(visitor: Visitor) {
    const platform = createSessionPlatform(origin, visitor.cookie)
    const sources = createSources(platform, null)
    const info: HostInfo = {
      host: 'web',
      version,
      os: process.platform,
      native_dialogs: false,
      files_base: FILES_BASE,
      data_dir: null,
      upload_url: UPLOAD_URL,
      session_url: null,
      account: visitor.account,
      server: null,
      local_files: false,
      updates: false,
    }
    const studio = createStudio({
      info,
      platform,
      sources,
      access: null,
      chosen: new Set(),
      native: null,
      connections: servedConnections(visitor.account, version),
      models: NO_DOWNLOADS_HERE,
      runFolder: null,
      settings: createServedSettings(platform),
    })
    return {
      studio: servedOnly(studio),
      files: createFiles({ platform, sources, uploads: createUploads(platform), log }),
    }
  }

  /** Made again when the role or a name of the person has changed. */
  function deskFor(visitor: Visitor) {
    const key = JSON.stringify(visitor)
    const known = desks.get(key)
    if (known) return known
    if (desks.size >= MOST_DESKS) desks.clear()
    const made = deskOf(visitor)
    desks.set(key, made)
    return made
  }

  return {
    connect(port, visitor) {
      serveBridge(STUDIO, deskFor(visitor).studio, port, {
        onInternalError: (method, error) =>
          log(`${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
      })
    },
    handle: async (request, visitor) =>
      (await deskFor(visitor).files(request)) ?? pageResponse(rendererDir, csp, request),
  }
}

/** The settings of a person, whom every server of a cluster knows: the platform keeps them. */
const createServedSettings = (platform: Platform): SettingsStore => ({
  get: () => platform.use((client) => client.studioSettings.get({})),
  set: (body) => platform.use((client) => client.studioSettings.update({ body })),
})

/**
 * The platform of the same server, in the name of a person's session: roles and the end of the session apply as they are.
 *
 * @param origin address at which this server reaches itself
 */
function createSessionPlatform(origin: () => string, cookie: string): Platform {
  /** Addresses in replies are those of callers outside, such as a proxy's: only their path counts here. */
  const call = (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(url)
    const headers = new Headers(init.headers)
    headers.delete('x-api-key')
    headers.set('cookie', cookie)
    headers.set('origin', origin())
    return fetch(`${origin()}${pathname}${search}`, { ...init, headers, redirect: 'error' })
  }
  const client = createClient({
    baseUrl: 'http://server.invalid',
    apiKey: '',
    fetch: (url, init = {}) => call(String(url), init),
  })
  return {
    use: (work) => work(client),
    file: (path, init) =>
      call(`${origin()}${path}`, init).catch((error) => {
        if (init.signal?.aborted) throw error
        throw new ConnectionError('unreachable', message('host.platform_silent'), { cause: error })
      }),
  }
}

/**
 * The connection of a page that a server serves itself: always this server, with the role of the person. Pages can't
 * change it: `SERVED` refuses the calls that would.
 */
function servedConnections({ organization, role: memberRole }: Account, version: string): Connections {
  // An annotator, whose role no endpoint names, only reads.
  const role: Role = ROLES.find((known) => known === memberRole) ?? 'viewer'
  const notes = roleAtLeast(role, 'member') ? [] : [saidOf(message('server.person_reads_only', { role: memberRole }))]
  const state: ServerState = { server: null, check: { problem: null, notes, organization, role, version } }
  const never = () => Promise.reject(new Error('A page can’t change the connection of its server.'))
  return {
    list: async () => ({ active: null, servers: [] }),
    save: never,
    delete: never,
    signIn: never,
    use: never,
    test: never,
    check: async () => {},
    keyRejected: () => {},
    async follow(emit, signal) {
      await emit(state)
      if (signal.aborted) return
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    },
  }
}

type Method = keyof typeof STUDIO

/** Files of the computer on which the browser runs are uploaded. */
const NO_FILES = message('server.no_local_files')
/** Otherwise a person could make the server call any address that it reaches. */
const NO_DOWNLOADS = message('server.no_downloads')
const NO_SERVERS = message('server.no_other_servers')

/**
 * Calls of the page that a server carries out for a signed-in person, and why it refuses the others. `allowed`: the
 * call works on the platform in the name of the person's session.
 */
export const SERVED: Readonly<Record<Method, 'allowed' | Message>> = {
  hostInfo: 'allowed',
  api: 'allowed',
  followRun: 'allowed',
  pickSource: NO_FILES,
  pickSourcePaths: NO_FILES,
  openSourcePath: NO_FILES,
  describeSource: 'allowed',
  openWorkflowFile: NO_FILES,
  saveWorkflowFile: NO_FILES,
  digestArtifact: 'allowed',
  revealRun: NO_FILES,
  menuCommands: 'allowed',
  modelCatalogue: NO_DOWNLOADS,
  resolveModel: NO_DOWNLOADS,
  getModel: NO_DOWNLOADS,
  unfinishedDownloads: 'allowed',
  clearDownloads: NO_DOWNLOADS,
  listServers: 'allowed',
  saveServer: NO_SERVERS,
  deleteServer: NO_SERVERS,
  signInToServer: NO_SERVERS,
  switchServer: NO_SERVERS,
  testServer: NO_SERVERS,
  followServer: 'allowed',
  checkServer: 'allowed',
  getSettings: 'allowed',
  setSettings: 'allowed',
}

/** The implementation, with the calls that a server refuses replaced. */
function servedOnly(studio: StudioImpl): StudioImpl {
  const refused = Object.entries(SERVED).flatMap(([name, rule]) => {
    if (rule === 'allowed') return []
    const refuse = async () => {
      throw new BridgeFailure({ code: 'not_supported', message: rule })
    }
    return [[name, refuse]]
  })
  return { ...studio, ...Object.fromEntries(refused) }
}

/** For the Studio of a server, which downloads no models. */
const NO_DOWNLOADS_HERE: ModelDownloads = {
  catalogue: async () => [],
  resolve: () => Promise.reject(new BridgeFailure({ code: 'not_supported', message: NO_DOWNLOADS })),
  get: () => Promise.reject(new BridgeFailure({ code: 'not_supported', message: NO_DOWNLOADS })),
  unfinished: async () => ({ count: 0, bytes: 0, clearable: { count: 0, bytes: 0 } }),
  clear: async () => {},
}
