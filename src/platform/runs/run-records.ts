/** Stored runs: their rows and their files. */
import type { PlatformServices } from '../area/area.ts'
import { createRunFiles, type RunFiles } from './run-files.ts'
import { createRunRepository, type RunRepository } from './run-repository.ts'

export interface RunRecords {
  repository: RunRepository
  files: RunFiles
}

export const openRunRecords = ({ db, events, folders }: PlatformServices): RunRecords => ({
  repository: createRunRepository(db, events),
  files: createRunFiles(folders.runs),
})
