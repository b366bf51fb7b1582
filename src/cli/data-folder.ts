import { homedir } from 'node:os'
import { join } from 'node:path'
import { dataDir } from '../app/data-dir.ts'
import { SAM3_FOLDER } from '../shared/domain/sam3.ts'

/** The app's data folder: what it knows, the command line knows. */
export const dataFolder = (): string =>
  dataDir({ env: process.env, platform: process.platform, home: homedir(), cwd: process.cwd() })

/** Where detections and tracks of earlier runs are kept. */
export const cacheFolder = (): string => join(dataFolder(), 'cache')

/** Where SAM 3 is, once it is installed. */
export const sam3Folder = (): string => join(dataFolder(), SAM3_FOLDER)
