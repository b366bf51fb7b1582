/**
 * The folder of one unfinished download, in `downloads` of the data folder: the bytes so far, what they belong to, and a
 * lock of the process that writes them. The same address always has the same folder, so that a later call resumes.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import type { UnfinishedDownloads } from '../../shared/bridge/model-downloads.ts'
import { nullable } from '../../shared/domain/nullable.ts'
import { message } from '../../shared/messages/message.ts'
import { diskFailure, downloadFailure, errnoOf } from './report.ts'

/** The state that resuming depends on. */
const PartState = Type.Object({
  url: Type.String(),
  etag: nullable(Type.String()),
  last_modified: nullable(Type.String()),
  total_bytes: nullable(Type.Integer()),
})
export type PartState = Static<typeof PartState>

/** A model whose import is done, and whose record may lack its card and licence. */
const ImportedModel = Type.Object({
  model_id: Type.String(),
  sha256: Type.String(),
  name: Type.String({ description: 'As requested; the model may have a number after it' }),
})
export type ImportedModel = Static<typeof ImportedModel>

export interface PartFolder {
  dir: string
  /** The file that receives the bytes. */
  partPath: string
  state(): Promise<PartState | null>
  keep(state: PartState): Promise<void>
  imported(): Promise<ImportedModel | null>
  keepImported(model: ImportedModel): Promise<void>
  /** Number of received bytes. */
  size(): Promise<number>
  /** Removes the folder with the bytes, and releases it. */
  remove(): Promise<void>
  /** Keeps the bytes for a later call; without bytes, nothing is left. */
  release(): Promise<void>
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const FOLDER_NAME = /^[0-9a-f]{24}$/

interface Holder {
  signal: AbortSignal
  released: Promise<void>
}

/** Folders that this process writes to; the lock file is for other processes. */
const inUse = new Map<string, Holder>()

/**
 * Raises `download_running` while another call downloads the same address; one that was stopped is waited for. `file`:
 * its name, for display. `signal`: that of the call.
 */
export async function openPartFolder(
  downloadsDir: string,
  url: string,
  file: string,
  signal: AbortSignal,
): Promise<PartFolder> {
  const dir = join(downloadsDir, createHash('sha256').update(url).digest('hex').slice(0, 24))
  const lockPath = join(dir, 'lock')
  for (let holder = inUse.get(dir); holder; holder = inUse.get(dir)) {
    if (!holder.signal.aborted) throw downloadFailure('download_running', message('download.running', { file }))
    await holder.released
  }
  const free = claim(dir, signal)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if (!(await takeLock(lockPath))) throw downloadFailure('download_running', message('download.running', { file }))
  } catch (error) {
    free()
    throw diskFailure(error, downloadsDir)
  }
  const statePath = join(dir, 'state.json')
  const importedPath = join(dir, 'imported.json')
  const partPath = join(dir, 'file.part')
  return {
    dir,
    partPath,
    async state() {
      const state: unknown = await readFile(statePath, 'utf8').then(JSON.parse, () => null)
      return Value.Check(PartState, state) && state.url === url ? state : null
    },
    keep: (state) => writeFileAtomic(statePath, `${JSON.stringify(state, null, 2)}\n`),
    async imported() {
      const model: unknown = await readFile(importedPath, 'utf8').then(JSON.parse, () => null)
      return Value.Check(ImportedModel, model) ? model : null
    },
    keepImported: (model) => writeFileAtomic(importedPath, `${JSON.stringify(model, null, 2)}\n`),
    size: () =>
      stat(partPath).then(
        ({ size }) => size,
        () => 0,
      ),
    async remove() {
      await rm(dir, { recursive: true, force: true })
      free()
    },
    async release() {
      const isEmpty = (await stat(partPath).catch(() => null)) === null
      await rm(isEmpty ? dir : lockPath, { recursive: true, force: true })
      free()
    },
  }
}

/** Marks a folder as used by this process, until the returned function is called. */
function claim(dir: string, signal: AbortSignal): () => void {
  const { promise: released, resolve } = withResolver()
  inUse.set(dir, { signal, released })
  return () => {
    inUse.delete(dir)
    resolve()
  }
}

function withResolver() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** False when a running process holds it. A lock whose process has ended is taken over. */
async function takeLock(path: string): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      return true
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
      if (await isHeld(path)) return false
      await rm(path, { force: true })
    }
  }
  return false
}

async function isHeld(lockPath: string): Promise<boolean> {
  const pid = Number(await readFile(lockPath, 'utf8').catch(() => ''))
  // This process holds none of them: `inUse` was asked first.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errnoOf(error) === 'EPERM'
  }
}

/** Removes what downloads have left that nobody resumed for a week. */
export async function removeOldParts(downloadsDir: string, now: number): Promise<void> {
  for (const dir of await partFolders(downloadsDir)) {
    if (await isUnderWay(dir)) continue
    const newest = await Promise.all(['.', 'file.part', 'state.json'].map((part) => changedAt(join(dir, part))))
    if (now - Math.max(...newest) > WEEK_MS) await removePart(dir)
  }
}

/** Sizes of the folders of unfinished downloads; `clearable` leaves out those that are under way. */
export async function sizeOfParts(downloadsDir: string): Promise<UnfinishedDownloads> {
  const all = { bytes: 0, count: 0 }
  const clearable = { bytes: 0, count: 0 }
  for (const dir of await partFolders(downloadsDir)) {
    const bytes = await bytesIn(dir)
    for (const sum of (await isUnderWay(dir)) ? [all] : [all, clearable]) {
      sum.bytes += bytes
      sum.count++
    }
  }
  return { ...all, clearable }
}

/** Removes all unfinished downloads that are not under way. */
export async function removeParts(downloadsDir: string): Promise<void> {
  for (const dir of await partFolders(downloadsDir)) {
    if (!(await isUnderWay(dir))) await removePart(dir)
  }
}

/** Skips a folder that another process has taken meanwhile. A call of this process waits until it is gone. */
async function removePart(dir: string): Promise<void> {
  if (inUse.has(dir)) return
  const free = claim(dir, AbortSignal.abort())
  try {
    if (await takeLock(join(dir, 'lock'))) await rm(dir, { recursive: true, force: true })
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw diskFailure(error, dir)
  } finally {
    free()
  }
}

const isUnderWay = async (dir: string): Promise<boolean> => inUse.has(dir) || isHeld(join(dir, 'lock'))

async function partFolders(downloadsDir: string): Promise<string[]> {
  const names = await readdir(downloadsDir).catch(() => [])
  return names.filter((name) => FOLDER_NAME.test(name)).map((name) => join(downloadsDir, name))
}

async function bytesIn(dir: string): Promise<number> {
  const names = await readdir(dir).catch(() => [])
  const sizes = names.map((name) =>
    stat(join(dir, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const changedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
