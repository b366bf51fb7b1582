/**
 * The link and the key of the first owner, in files that only the user of the server reads. They are not printed: the output
 * of a container is kept in a log, and shipped to others. Each file is removed when it is of no more use.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE } from '../platform/machine/private-folder.ts'
import type { Platform } from '../platform/platform.ts'

const CHECKED_EVERY_MS = 1000

type Owners = Pick<Platform, 'firstOwnerLink' | 'firstOwnerKey' | 'isFirstOwnerUnused'>

interface Secret {
  file: string
  create(platform: Owners): Promise<string | null>
  line(path: string): string
}

const SECRETS: readonly Secret[] = [
  {
    file: 'first-owner-link',
    create: (platform) => platform.firstOwnerLink(),
    line: (path) => `Link for the first owner, valid once within 24 hours, in ${path}`,
  },
  {
    file: 'first-owner-key',
    create: (platform) => platform.firstOwnerKey(),
    line: (path) => `Owner key, which ends unless it is used within 24 hours, in ${path}`,
  },
]

/** Returns lines that name the files. To be called while the platform listens. */
export async function writeFirstOwnerFiles(platform: Owners, dataDir: string): Promise<string[]> {
  const lines: string[] = []
  for (const { file, create, line } of SECRETS) {
    const path = join(dataDir, file)
    const secret = await create(platform)
    if (secret === null) {
      if (await removeUsed(platform, path)) lines.push(line(path))
      continue
    }
    // A new file: one that is there could be open to others, or be a link.
    await rm(path, { force: true })
    await writeFile(path, `${secret}\n`, { mode: PRIVATE_FILE, flag: 'wx' })
    lines.push(line(path))
  }
  removeOnceUsed(
    platform,
    SECRETS.map(({ file }) => join(dataDir, file)),
  )
  return lines
}

function removeOnceUsed(platform: Owners, paths: readonly string[]): void {
  let isChecking = false
  const timer = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    // A database that does not respond says nothing about a use.
    const isLeft = await Promise.all(paths.map((path) => removeUsed(platform, path).catch(() => true)))
    if (!isLeft.includes(true)) clearInterval(timer)
    isChecking = false
  }, CHECKED_EVERY_MS).unref()
}

/** Returns whether the file is left. */
async function removeUsed(platform: Owners, path: string): Promise<boolean> {
  const secret = await readFile(path, 'utf8').catch(() => null)
  if (secret === null) return false
  if (await platform.isFirstOwnerUnused(secret.trim())) return true
  await rm(path, { force: true })
  return false
}
