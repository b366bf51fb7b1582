/** Reads lines and zones from a JSON file, each with the settings of a measure block. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ConfigOf, withDefaults } from '../shared/blocks/catalogue.ts'
import { measure } from '../shared/blocks/measure.ts'
import { configIssues } from '../shared/graph/config-issues.ts'
import { geometryIssues } from '../shared/graph/geometry-issues.ts'
import { CommandFailure, EXIT } from './terminal.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a measure block that a file may set for all of its lines and zones, or for any of them. */
const SETTINGS = Object.keys(measure.config.properties).filter((name) => name !== 'geometries')

/**
 * `{ lines: [{ name, points, classes?, … }], zones: [{ … }], anchor?, … }` as the config of one measure block for each
 * line and then each zone. Raises a `CommandFailure` that names the file and the field.
 */
export async function loadGeometries(path: string): Promise<ConfigOf<'measure'>[]> {
  const fail = (field: string, message: string): never => {
    throw new CommandFailure(`“${basename(path)}”${field && `, ${field}`}: ${message}`, EXIT.unreadable)
  }
  const file = await readJson(path)
  if (!isFields(file)) return fail('', 'It must be an object with “lines” and “zones”.')
  const { lines = [], zones = [], ...shared } = file
  const unknown = Object.keys(shared).find((name) => !SETTINGS.includes(name))
  if (unknown) fail(`/${unknown}`, `There is no such field. Use “lines”, “zones”, ${SETTINGS.join(', ')}.`)
  const names = new Set<string>()
  const configs: ConfigOf<'measure'>[] = []
  for (const [kind, list, given] of [
    ['line', 'lines', lines],
    ['zone', 'zones', zones],
  ] as const) {
    if (!Array.isArray(given)) fail(`/${list}`, `It must be a list of ${list}.`)
    for (const [k, shape] of (given as unknown[]).entries()) {
      const field = `/${list}/${k}`
      if (!isFields(shape)) return fail(field, `It must be an object with “name” and “points”.`)
      const own = Object.entries(shape)
      const settings = Object.fromEntries(own.filter(([name]) => SETTINGS.includes(name)))
      const geometry = { kind, ...Object.fromEntries(own.filter(([name]) => !SETTINGS.includes(name))) }
      if (geometry.kind !== kind) fail(`${field}/kind`, `It must be ${kind}, or be left out.`)
      const config = { ...shared, ...settings, geometries: [geometry] }
      const node = { id: 'measure', type: 'measure' as const, config }
      const [problem] = configIssues(node)
      if (problem) fail(fieldOf(problem.field, field, settings), problem.message)
      const [misplaced] = geometryIssues(node)
      if (misplaced) fail(fieldOf(misplaced.field, field, settings), misplaced.message)
      const { name } = shape as { name: string }
      if (names.has(name)) fail(`${field}/name`, `Two lines or zones are called “${name}”. Rename one.`)
      names.add(name)
      configs.push(withDefaults('measure', config))
    }
  }
  if (configs.length === 0) fail('', 'It has no lines and no zones. Add at least one.')
  return configs
}

/** The position in the file of a config field of one line or zone. */
function fieldOf(pointer = '', shape: string, settings: Fields): string {
  const below = pointer.replace(/^\/geometries(\/0)?/, '')
  if (below !== pointer) return shape + below
  return Object.hasOwn(settings, pointer.slice(1)) ? shape + pointer : pointer
}

async function readJson(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = code === 'ENOENT' ? `There is no file “${path}”.` : `The file “${path}” can’t be read (${code}).`
    throw new CommandFailure(message, EXIT.unreadable)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandFailure(`“${basename(path)}” is not JSON (${(error as Error).message}).`, EXIT.unreadable)
  }
}
