/** Stored runs: their rows and their files. */

import { createCharges } from '../../accounts/credits/charges.ts'
import { createCredits } from '../../accounts/credits/credits.ts'
import { createRunCharges } from '../../accounts/credits/run-charges.ts'
import type { PlatformServices } from '../../http/area/area.ts'
import { createRunFiles, type RunFiles } from './run-files.ts'
import { createRunObjects } from './run-objects.ts'
import { createRunRepository, type RunRepository } from './run-repository.ts'

export interface RunRecords {
  repository: RunRepository
  files: RunFiles
}

export const openRunRecords = ({ db, events, folders, objects, now }: PlatformServices): RunRecords => ({
  repository: createRunRepository(db, events, createRunCharges(createCharges(createCredits(now), now))),
  files: createRunFiles(folders.runs, objects ? createRunObjects(objects) : null),
})
