/**
 * Every message of API, engine, command line and graph, in English, in the ICU message syntax. An entry with places is
 * a list: the template, then the names of its places.
 */
import { graph } from './graph.ts'
import { host } from './host.ts'

export type Entry = string | readonly [template: string, ...names: string[]]

export const MESSAGES = {
  ...graph,
  ...host,
} as const satisfies Record<string, Entry>
