/** Tests that start processes use the built entries in out/node, the same that ship, and no data of the person's own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default async function setup(): Promise<() => void> {
  const { ensureBuilt } = await import('../tools/build/ensure-built.mjs')
  await ensureBuilt(['node'])
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-tests-'))
  process.env.SIGHTLINE_DATA = dataDir
  return () => rmSync(dataDir, { recursive: true, force: true })
}
