/**
 * The page through which the start command opens the browser. The command line of a browser is readable by every user
 * of the machine: it names this file, and only the file, which only its owner can read, contains the token.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../disk/atomic-file.ts'

export const entryPagePath = (dataDir: string): string => join(dataDir, 'open-sightline.html')

export async function writeEntryPage(dataDir: string, address: string): Promise<string> {
  const path = entryPagePath(dataDir)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark"><title>Sightline</title>
<meta http-equiv="refresh" content="0;url=${address}"><p><a href="${address}">Open Sightline</a></p></html>
`
  await writeFileAtomic(path, html, { mode: 0o600 })
  return path
}

export const removeEntryPage = (dataDir: string): Promise<void> => rm(entryPagePath(dataDir), { force: true })
