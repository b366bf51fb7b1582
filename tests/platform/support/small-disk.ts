/** A real file system of a few megabytes, if this user may mount one (Linux, as root); null otherwise. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  dir: string
  /** Leaves no free byte. */
  fill(): void
  free(): void
  remove(): void
}

const PART = Buffer.alloc(64 * 1024)

export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    rmSync(dir, { recursive: true })
    return null
  }
  const ballast = join(dir, 'ballast')
  return {
    dir,
    fill() {
      writeFileSync(ballast, '')
      for (const part of [PART, PART.subarray(0, 1)]) {
        try {
          for (;;) appendFileSync(ballast, part)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['-l', dir])
      rmSync(dir, { recursive: true })
    },
  }
}
