/** The results of a run in a form that can be compared with another run of the same workflow. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** These files contain the run's id and times. */
const OF_THE_RUN = new Set(['run.log', 'manifest.json'])
/** Kept by a platform for its inspector, but not by the command line. */
const OF_THE_INSPECTOR = 'inspection-'

/** @param {string} dir */
export function resultsIn(dir) {
  const names = readdirSync(dir).filter((name) => !OF_THE_RUN.has(name) && !name.startsWith(OF_THE_INSPECTOR))
  return new Map(names.sort().map((name) => [name, comparable(name, readFileSync(join(dir, name)))]))
}

/**
 * The first line of JSON Lines contains the run's id.
 * @param {string} name
 * @param {Buffer} bytes
 */
const comparable = (name, bytes) => (name.endsWith('.jsonl') ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes)

/**
 * Describes the differences; empty when the results are the same.
 * @param {ReadonlyMap<string, Buffer>} expected
 * @param {ReadonlyMap<string, Buffer>} found
 */
export function differences(expected, found) {
  const missing = [...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`)
  const extra = [...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is too much`)
  const other = [...expected].flatMap(([name, bytes]) =>
    found.get(name)?.equals(bytes) === false ? [`${name} has other bytes`] : [],
  )
  return [...missing, ...extra, ...other]
}
