/**
 * The output folder of a run. All files are written to a hidden work folder inside it and renamed when all of them are
 * complete, so that a run that fails, is cancelled or dies leaves no partial files.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile, syncFolder } from '../../disk/atomic-file.ts'
import { freeName } from '../../shared/domain/free-name.ts'
import { logText } from '../../shared/domain/log-text.ts'
import type { Artifact, LogLine } from '../../shared/domain/run.ts'
import { type Sayable, saidOf } from '../../shared/messages/message.ts'
import { outputFailure, type Wording } from '../core/run-failure.ts'
import { fileDigest } from './digest.ts'
import {
  adoptWorkFolder,
  hasCheckpoint,
  MANIFEST_NAME,
  noteCommit,
  rollBackCommit,
  safeName,
  workFolderOf,
} from './work-folder.ts'

/** A complete file in the work folder. */
export interface Draft {
  name: string
  kind: Artifact['kind']
  nodeId: string | null
  mediaType: string
  /** Number of rows, lines or frames. */
  records: number | null
  /** Index of the frame or image that the file shows. */
  frameIndex?: number
  /** A file of the run's inspector, not one of its results. */
  internal?: boolean
}

export interface OutputFolder {
  /** A file name that no other block of this run uses, and its path for writing. */
  reserve(base: string, ending: string): { name: string; path: string }
  /** A name that this run reserved before it was interrupted. */
  claim(name: string): { name: string; path: string }
  /** The work folder. */
  readonly folder: string
  readonly manifestPath: string
  add(draft: Draft): void
  /** Sizes and digests of the results so far. `onPart` is called for each part of a file that is read. */
  describe(onPart?: () => void): Promise<Artifact[]>
  /** The same for internal files. */
  describeInternal(onPart?: () => void): Promise<Artifact[]>
  /** Moves every draft to the output folder. `onRename` receives all their names before the first one is moved. */
  commit(onRename: (names: string[]) => void): Promise<void>
  /** Removes the work folder and all files that were moved out of it. */
  discard(): Promise<void>
  /** Moves the files back, and keeps the work folder for a run that resumes this one. */
  keep(): Promise<void>
}

/** Names used by the run itself. */
const RESERVED = [MANIFEST_NAME, 'run.log']

/**
 * `adopt`: the work folder of an interrupted run, which becomes that of this run. Raises `output_unwritable` or
 * `disk_full`.
 */
export async function createOutputFolder(
  outDir: string,
  runId: string,
  adopt: string | null = null,
): Promise<OutputFolder> {
  const work = workFolderOf(outDir, runId)
  try {
    if (adopt) await adoptWorkFolder(adopt, work)
    else {
      await rm(work, { recursive: true, force: true })
      await mkdir(work, { recursive: true })
    }
  } catch (error) {
    throw outputFailure(error, outDir) ?? error
  }
  const names = new Set(RESERVED)
  const drafts: Draft[] = []
  const described = new Map<string, Artifact>()
  const moved: string[] = []

  async function artifactsOf(internal: boolean, onPart?: () => void): Promise<Artifact[]> {
    const all: Artifact[] = []
    for (const draft of drafts.filter((d) => (d.internal ?? false) === internal)) {
      const known = described.get(draft.name) ?? (await artifactOf(work, draft, onPart))
      described.set(draft.name, known)
      all.push(known)
    }
    return all
  }

  return {
    reserve(base, ending) {
      // Neither of two files may be lost on file systems that ignore case.
      const name = freeName(safeName(base), (n) => names.has(n.toLowerCase()), { ending })
      names.add(name.toLowerCase())
      return { name, path: join(work, name) }
    },
    claim(name) {
      names.add(name.toLowerCase())
      return { name, path: join(work, name) }
    },
    folder: work,
    manifestPath: join(work, MANIFEST_NAME),
    add: (draft) => void drafts.push(draft),
    describe: (onPart) => artifactsOf(false, onPart),
    describeInternal: (onPart) => artifactsOf(true, onPart),
    async commit(onRename) {
      const names = drafts.map((d) => d.name)
      onRename(names)
      try {
        for (const { name } of drafts) await syncFile(join(work, name))
        await noteCommit(work, names)
        for (const { name } of drafts) {
          await rename(join(work, name), join(outDir, name))
          moved.push(name)
        }
        // A run that is reported as completed keeps its results through a power failure.
        await syncFolder(outDir)
      } catch (error) {
        throw outputFailure(error, outDir) ?? error
      }
      // A checkpoint stays until the host knows that the run is complete.
      if (!hasCheckpoint(work)) await rm(work, { recursive: true, force: true })
    },
    keep: () => rollBackCommit(work),
    async discard() {
      await rm(work, { recursive: true, force: true })
      await Promise.all(moved.map((name) => rm(join(outDir, name), { force: true })))
    },
  }
}

async function artifactOf(folder: string, draft: Draft, onPart?: () => void): Promise<Artifact> {
  const { name, kind, nodeId, mediaType, records, frameIndex } = draft
  const path = join(folder, name)
  const [{ size }, sha256] = await Promise.all([stat(path), fileDigest(path, onPart)])
  const artifact = { id: name, name, kind, node_id: nodeId, media_type: mediaType, size_bytes: size, sha256, records }
  return frameIndex === undefined ? artifact : { ...artifact, frame_index: frameIndex }
}

/** A file of an output folder that is not a draft, such as the log. */
const fileArtifact = (folder: string, name: string, kind: Artifact['kind'], mediaType: string) =>
  artifactOf(folder, { name, kind, nodeId: null, mediaType, records: null })

/**
 * The run's log: lines in `run.log` and live reports of them. Written synchronously, so that it outlives a killed
 * engine.
 */
export interface RunLog {
  write(level: LogLine['level'], sayable: Sayable, nodeId?: string | null): void
}

export const LOG_NAME = 'run.log'

export const logArtifact = (outDir: string): Promise<Artifact> => fileArtifact(outDir, LOG_NAME, 'log', 'text/plain')

export const logLine = (level: LogLine['level'], sayable: Sayable, nodeId: string | null = null): LogLine => ({
  at: new Date().toISOString(),
  level,
  ...saidOf(sayable),
  node_id: nodeId,
})

/** `wording` is applied to every message last. Raises `output_unwritable` or `disk_full`. */
export function createRunLog(
  outDir: string,
  onLine: (line: LogLine) => void,
  wording: Wording,
  { append = false } = {},
): RunLog {
  const path = join(outDir, LOG_NAME)
  try {
    mkdirSync(outDir, { recursive: true })
    writeFileSync(path, '', { flag: append ? 'a' : 'w' })
  } catch (error) {
    throw outputFailure(error, outDir) ?? error
  }
  return {
    write(level, sayable, nodeId = null) {
      const line = logLine(level, wording(saidOf(sayable)), nodeId)
      onLine(line)
      try {
        appendFileSync(path, logText(line))
      } catch {
        // A full disk fails the run when results are written; the log must not hide that error.
      }
    },
  }
}
