import { homedir } from 'node:os'
import { join } from 'node:path'
import { dataDir } from '../app/data-dir.ts'
import { SAM3_FOLDER } from '../shared/domain/sam3.ts'

/** The app's data folder, which the command line shares. */
export const dataFolder = (): string =>
  dataDir({ env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })

/** Folder of cached detections and tracks of earlier runs. */
export const cacheFolder = (): string => join(dataFolder(), 'cache')

/** Folder of models that were made one file for a run. */
export const wholeModelsFolder = (): string => join(dataFolder(), 'whole-models')

/** Folder of SAM 3, once it is installed. */
export const sam3Folder = (): string => join(dataFolder(), SAM3_FOLDER)
