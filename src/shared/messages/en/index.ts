/**
 * Every message of API, engine, command line and graph, in English, in the ICU message syntax. An entry with places is
 * a list: the template, then the names of its places.
 */
import { engine } from './engine.ts'
import { graph } from './graph.ts'
import { media } from './media.ts'
import { modelFiles } from './model-files.ts'
import { nearMisses } from './near-misses.ts'
import { runLog } from './run-log.ts'
import { sam3 } from './sam3.ts'

export type Entry = string | readonly [template: string, ...names: string[]]

export const MESSAGES = {
  ...engine,
  ...graph,
  ...media,
  ...modelFiles,
  ...nearMisses,
  ...runLog,
  ...sam3,
} as const satisfies Record<string, Entry>
