/** A folder in which this user can't write, with what a test has put into it; null where this system has none. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ReadOnlyFolder {
  dir: string
  errno: 'EACCES' | 'EROFS'
  remove(): void
}

export function readOnlyFolder(): ReadOnlyFolder | null {
  if (process.platform === 'win32') return null
  const dir = mkdtempSync(join(tmpdir(), 'sightline-read-only-'))
  const remove = () => rmSync(dir, { recursive: true })
  if (process.getuid?.() !== 0) {
    chmodSync(dir, 0o500)
    return { dir, errno: 'EACCES', remove }
  }
  // Permissions do not bind root.
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    remove()
    return null
  }
  return {
    dir,
    errno: 'EROFS',
    remove() {
      execFileSync('umount', ['-l', dir])
      remove()
    },
  }
}
