/** The last used port. A browser stores unsaved work by address, so a start at another one would not find it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-file.ts'

const pathIn = (dataDir: string) => join(dataDir, 'web-port')

/** 0 when none is stored. */
export async function lastPort(dataDir: string): Promise<number> {
  const port = Number(await readFile(pathIn(dataDir), 'utf8').catch(() => ''))
  return Number.isInteger(port) && port > 1023 && port <= 65535 ? port : 0
}

/** A failure only costs an open tab its connection after a restart. */
export const rememberPort = (dataDir: string, port: number): Promise<void> =>
  writeFileAtomic(pathIn(dataDir), `${port}\n`).catch(() => {})
