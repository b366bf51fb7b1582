/** The Studio that a server serves to signed-in people: a desk for each session. */
import type { Port } from '../../shared/bridge/contract.ts'
import { type HostInfo, STUDIO } from '../../shared/bridge/studio.ts'
import type { Visitor } from '../../shared/bridge/visitor.ts'
import { serveBridge } from '../../shared/bridge/wire.ts'
import { createFiles, FILES_BASE, UPLOAD_URL } from '../files.ts'
import { contentSecurityPolicy, pageResponse } from '../page.ts'
import { createSources } from '../sources.ts'
import { createStudio } from '../studio.ts'
import { createUploads } from '../uploads.ts'
import { servedConnections } from './served-connections.ts'
import { NO_DOWNLOADS_HERE, servedOnly } from './served-methods.ts'
import { createServedSettings } from './served-settings.ts'
import { createSessionPlatform } from './session-platform.ts'

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
