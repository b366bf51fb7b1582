/** The Studio that a server serves to signed-in people: a desk for each session, with records of that person only. */
import { join } from 'node:path'
import type { Port } from '../../shared/bridge/contract.ts'
import { type HostInfo, STUDIO } from '../../shared/bridge/studio.ts'
import type { Visitor } from '../../shared/bridge/visitor.ts'
import { serveBridge } from '../../shared/bridge/wire.ts'
import type { Documents } from '../../shared/domain/documents.ts'
import { HANDLE_FOLDERS } from '../../shared/domain/handle-folders.ts'
import { createBatches } from '../batches.ts'
import { createFiles, FILES_BASE, UPLOAD_URL } from '../files.ts'
import { contentSecurityPolicy, pageResponse } from '../page.ts'
import { createRunLabels } from '../run-labels.ts'
import { createSettings } from '../settings.ts'
import { createSources } from '../sources.ts'
import { createStudio } from '../studio.ts'
import { createTruthStore } from '../truth.ts'
import { createUploads } from '../uploads.ts'
import { createVersions } from '../versions.ts'
import { servedConnections } from './served-connections.ts'
import { NO_DOWNLOADS_HERE, servedOnly } from './served-methods.ts'
import { createSessionPlatform } from './session-platform.ts'

export interface ServedStudioOptions {
  version: string
  /** Absolute; has a folder for each organization, with one for each person, unless `documents` has them. */
  folder: string
  /** The records of a person, by organization and user, for servers that share them; null, as when omitted, for those in the folder. */
  documents?(): ((root: string) => Documents) | null
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
  const records = new Map<string, ReturnType<typeof recordsIn>>()
  const desks = new Map<string, ReturnType<typeof deskOf>>()
  const csp = contentSecurityPolicy()

  /** One set for all sessions of a person, since each serializes its changes. */
  function recordsOf({ organizationId, userId }: Visitor): ReturnType<typeof recordsIn> {
    const root = join(organizationId, userId)
    const shared = options.documents?.() ?? null
    const known = records.get(root) ?? (shared ? recordsIn(root, shared(root)) : recordsIn(join(options.folder, root)))
    records.set(root, known)
    return known
  }

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
      ...recordsOf(visitor),
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

function recordsIn(folder: string, documents?: Documents) {
  const options = { ...(documents && { documents }) }
  return {
    settings: createSettings(join(folder, 'settings.json'), options),
    truth: createTruthStore(join(folder, 'truth'), options),
    batches: createBatches(join(folder, HANDLE_FOLDERS.batches), options),
    versions: createVersions(join(folder, HANDLE_FOLDERS.versions), options),
    labels: createRunLabels(join(folder, 'labels'), options),
  }
}
