/** The folder of tapes, each stored under its key; several runs may use it concurrently. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createTapeWriter, openTape, type Tape, type TapeWriter } from './tape-file.ts'

/** Beyond this size, the least recently used tapes are removed. */
export const MAX_BYTES = 4 * 2 ** 30

const ENDING = '.tape'
/** Followed by the id of the process that is writing it. */
const UNFINISHED = '.new-'

export interface TapeStore {
  has(key: string): boolean
  /** Null when there is none; a damaged one is removed. */
  open(key: string): Promise<Tape | null>
  /** A tape that is invisible to readers until it is kept. */
  begin(key: string): UnfinishedTape
  /** Removes excess tapes, and leftovers of dead runs. */
  sweep(): Promise<void>
}

export interface UnfinishedTape {
  writer: TapeWriter
  keep(end: unknown): void
  discard(): void
}

export function tapeStore(cacheDir: string, maxBytes: number = MAX_BYTES): TapeStore {
  const folder = join(cacheDir, 'tapes')
  const pathOf = (key: string) => join(folder, `${key}${ENDING}`)
  return {
    has: (key) => existsSync(pathOf(key)),
    async open(key) {
      const path = pathOf(key)
      if (!existsSync(path)) return null
      const tape = await openTape(path)
      const now = new Date()
      if (tape) await utimes(path, now, now).catch(() => undefined)
      else await rm(path, { force: true }).catch(() => undefined)
      return tape
    },
    begin(key) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${UNFINISHED}${process.pid}-${count++}-${key}`)
      const writer = createTapeWriter(path)
      const discard = () => {
        writer.close()
        rmSync(path, { force: true })
      }
      return {
        writer,
        keep(end) {
          writer.finish(end)
          renameSync(path, pathOf(key))
        },
        discard,
      }
    },
    async sweep() {
      const names = await readdir(folder).catch((): string[] => [])
      const tapes: { path: string; bytes: number; usedAt: number }[] = []
      for (const name of names) {
        const path = join(folder, name)
        if (name.startsWith(UNFINISHED)) {
          if (!isAlive(Number.parseInt(name.slice(UNFINISHED.length), 10))) await rm(path, { force: true })
          continue
        }
        const found = await stat(path).catch(() => null)
        if (found && name.endsWith(ENDING)) tapes.push({ path, bytes: found.size, usedAt: found.mtimeMs })
      }
      let total = tapes.reduce((sum, t) => sum + t.bytes, 0)
      for (const { path, bytes } of tapes.sort((a, b) => a.usedAt - b.usedAt)) {
        if (total <= maxBytes) return
        await rm(path, { force: true })
        total -= bytes
      }
    },
  }
}

let count = 0

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
