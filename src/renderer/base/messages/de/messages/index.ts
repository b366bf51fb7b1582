/** German for the messages of API, engine, command line and graph. */
import { engine } from './engine.ts'
import { media } from './media.ts'
import { modelFiles } from './model-files.ts'
import { nearMisses } from './near-misses.ts'
import { runLog } from './run-log.ts'
import { sam3 } from './sam3.ts'

export const messages: Readonly<Record<string, string>> = {
  ...engine,
  ...media,
  ...modelFiles,
  ...nearMisses,
  ...runLog,
  ...sam3,
}
