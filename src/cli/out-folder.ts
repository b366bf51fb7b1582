/** The folder that a run writes to: a fresh one by default, and never one whose results would be lost unasked. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_NAME } from '../engine/checkpoint/work-folder.ts'
import { CommandFailure, EXIT } from './terminal.ts'

const DEFAULT_PARENT = 'sightline-runs'

/** A folder that is not there yet. The name sorts by time and fits every file system. */
export function freshFolder(at: Date, parent = DEFAULT_PARENT): string {
  const name = at.toISOString().slice(0, 19).replaceAll(':', '-')
  let folder = join(parent, name)
  // Two short runs may begin within one second.
  for (let n = 2; existsSync(folder); n++) folder = join(parent, `${name}-${n}`)
  return folder
}

/** Raises a `CommandFailure` where a completed run left its results. `named`: the folder as the user called it. */
export function refuseResults(outDir: string, named: string): void {
  if (!existsSync(join(outDir, MANIFEST_NAME))) return
  const said = `“${named}” holds the results of a completed run (${MANIFEST_NAME}). Use another --out or --force.`
  throw new CommandFailure(said, EXIT.occupied)
}
