/**
 * Which local files the page may read, or have read: those that the user picked, dropped or opened. A workflow, a run or a
 * reply that names another file grants nothing; the app asks the user for it, once.
 */
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { localFileUrl } from '../shared/domain/file-url.ts'
import { message } from '../shared/messages/message.ts'
import { createJsonFile } from './host-files.ts'
import type { Platform } from './platform.ts'

/** Shows the folders and names of files; true when the user allows that they are read. */
export type AskForFiles = (paths: readonly string[]) => Promise<boolean>

export interface FileAccess extends Pick<GrantedFiles, 'add' | 'loaded'> {
  /** Asks for those that are not granted. True for handles that name no file of this machine. */
  allows(uris: readonly string[]): Promise<boolean>
  /** @throws BridgeFailure file_not_granted */
  require(uris: readonly string[]): Promise<void>
}

/** @param ask null in a host without dialogs */
export function createFileAccess(granted: GrantedFiles, ask: AskForFiles | null): FileAccess {
  /** Until the app ends, or the user picks the file. */
  const declined = new Set<string>()
  let asking: Promise<unknown> = Promise.resolve()

  async function notGranted(uris: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (const uri of new Set(uris.filter(isLocal))) if (!(await granted.has(uri))) found.push(uri)
    return found
  }

  /** One question at a time: the answer to the one before may be that to this one. */
  async function decide(uris: readonly string[]): Promise<string[]> {
    const open = await notGranted(uris)
    const unasked = open.filter((uri) => !declined.has(uri))
    if (ask === null || unasked.length === 0) return open
    if (await ask(unasked.map(pathOf))) granted.add(unasked)
    else for (const uri of unasked) declined.add(uri)
    return notGranted(open)
  }

  async function refused(uris: readonly string[]): Promise<string[]> {
    if ((await notGranted(uris)).length === 0) return []
    const decided = asking.then(() => decide(uris))
    asking = decided.catch(() => undefined)
    return decided
  }

  return {
    add: granted.add,
    loaded: granted.loaded,
    allows: async (uris) => (await refused(uris)).length === 0,
    async require(uris) {
      const [first] = await refused(uris)
      if (first === undefined) return
      const path = pathOf(first)
      const params = { name: basename(path), folder: dirname(path) }
      throw new BridgeFailure({ code: 'file_not_granted', message: message('host.file_not_granted', params) })
    },
  }
}

const isLocal = (uri: string): boolean => localFileUrl(uri) !== null

function pathOf(uri: string): string {
  try {
    return fileURLToPath(localFileUrl(uri) ?? uri)
  } catch {
    return uri
  }
}

/** The handles of local files anywhere in a body. */
export function localFilesIn(value: unknown): string[] {
  if (typeof value === 'string') return isLocal(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(localFilesIn)
}

/** The record of local files that the page may read: those that the user picked, dropped, opened or allowed. */
interface GrantedFiles {
  /** Grants `file:` URLs at once and records them; other handles are ignored. */
  add(uris: readonly string[]): void
  has(uri: string): Promise<boolean>
  /** Returns when the record is there; a file that is named afterwards is not granted by being in use. */
  loaded(): Promise<void>
  /** Returns when all grants so far are recorded. */
  recorded(): Promise<void>
}

export interface GrantedFilesOptions {
  path: string
  /** Returns the files in use, for a folder whose record is missing or damaged. */
  listUsed(): Promise<string[]>
  log(line: string): void
  /** Beyond it, those granted the longest time ago are dropped. */
  most?: number
}

/** Some 2 MB of JSON. */
const MOST = 20_000

const Record = Type.Object({ uris: Type.Array(Type.String()) }, { additionalProperties: false })

/** A damaged record is set aside and made from the files in use. */
export function createGrantedFiles({ path, listUsed, log, most = MOST }: GrantedFilesOptions): GrantedFiles {
  const file = createJsonFile(path, Record)
  /** In the order of their last grants. */
  const granted = new Set<string>()
  let loading: Promise<void> | null = null
  let writing: Promise<void> = Promise.resolve()
  let isWritePlanned = false

  async function load(): Promise<void> {
    const kept = await file.read()
    const before = kept ? kept.uris : (await listUsed()).filter(isLocal)
    const since = [...granted]
    granted.clear()
    for (const uri of [...before, ...since]) grant(uri)
    if (!kept || since.length > 0) await write()
  }

  /** A failure, such as an unreachable platform, is retried by the next call. */
  function loaded(): Promise<void> {
    loading ??= load().catch((error) => {
      loading = null
      throw error
    })
    return loading
  }

  function grant(uri: string): void {
    granted.delete(uri)
    granted.add(uri)
    if (granted.size > most) granted.delete(granted.values().next().value as string)
  }

  async function write(): Promise<void> {
    isWritePlanned = false
    await file.inTurn(({ put }) => put({ uris: [...granted] }))
  }

  return {
    add(uris) {
      const local = uris.filter(isLocal)
      const isNew = local.some((uri) => !granted.has(uri))
      for (const uri of local) grant(uri)
      if (!isNew || isWritePlanned) return
      isWritePlanned = true
      const failed = (error: unknown) => {
        isWritePlanned = false
        log(`The record of granted files could not be written: ${String(error)}`)
      }
      writing = writing
        .then(loaded)
        .then(() => (isWritePlanned ? write() : undefined), failed)
        .catch(failed)
    },
    async has(uri) {
      if (!granted.has(uri)) await loaded()
      return granted.has(uri)
    },
    loaded,
    recorded: () => writing,
  }
}

type Named = { source?: { uri?: unknown } | null; graph?: { nodes?: { config?: { gcs_uri?: unknown } }[] } }

/** The handles of sources in workflows, runs and versions, one or a list of them; none for any other value. */
export function sourcesNamedIn(value: unknown): string[] {
  const all = (Array.isArray(value) ? value : [value]) as (Named | null | undefined)[]
  return all
    .flatMap((one) => [one?.source?.uri, ...(one?.graph?.nodes ?? []).map(({ config }) => config?.gcs_uri)])
    .filter((uri) => typeof uri === 'string')
}

const WORKFLOWS_PER_PAGE = 1000
const RUNS_PER_PAGE = 200

/** The sources of all workflows and runs of the platform. */
export async function listSourcesInUse(platform: Platform): Promise<string[]> {
  const workflows = await allPages(WORKFLOWS_PER_PAGE, (query) =>
    platform.use((client) => client.workflows.list({ query })),
  )
  const runs = await allPages(RUNS_PER_PAGE, (query) => platform.use((client) => client.workflowRuns.list({ query })))
  // The newest come first on every page, and last in the record.
  return [...new Set([...sourcesNamedIn(workflows), ...sourcesNamedIn(runs)])].reverse()
}

async function allPages<T>(
  limit: number,
  read: (query: { limit: number; offset: number }) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const page = await read({ limit, offset: all.length })
    all.push(...page)
    if (page.length < limit) return all
  }
}
