/** The output folder of a run: a new one by default, and never one with results unless the user forces it. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_NAME } from '../engine/output/work-folder.ts'
import { freeName } from '../shared/domain/free-name.ts'
import { CommandFailure, EXIT } from './terminal.ts'

const DEFAULT_PARENT = 'sightline-runs'

/** Returns the path of a folder that does not exist yet. Its name sorts by time and is valid in every file system. */
export function freshFolder(at: Date, parent = DEFAULT_PARENT): string {
  const name = at.toISOString().slice(0, 19).replaceAll(':', '-')
  // Two short runs may begin within one second.
  return freeName(join(parent, name), existsSync)
}

/** Raises a `CommandFailure` when the folder holds a completed run. `named`: the folder as the user typed it. */
export function refuseResults(outDir: string, named: string): void {
  if (!existsSync(join(outDir, MANIFEST_NAME))) return
  const said = `“${named}” holds the results of a completed run (${MANIFEST_NAME}). Use another --out or --force.`
  throw new CommandFailure(said, EXIT.occupied)
}
