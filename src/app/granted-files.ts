/** The record of local files that the page may read: those that the user picked, dropped, opened or allowed. */
import { Type } from 'typebox'
import { localFileUrl } from '../shared/domain/file-url.ts'
import { createJsonFile } from './json-file.ts'
import type { Platform } from './platform.ts'

export interface GrantedFiles {
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

const isLocal = (uri: string): boolean => localFileUrl(uri) !== null

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
