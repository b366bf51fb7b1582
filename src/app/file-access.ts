/**
 * Which local files the page may read, or have read: those that the user picked, dropped or opened. A workflow, a run or a
 * reply that names another file grants nothing; the app asks the user for it, once.
 */
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { localFileUrl } from '../shared/domain/file-url.ts'
import { message } from '../shared/messages/message.ts'
import type { GrantedFiles } from './granted-files.ts'

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
