/** The results of a run as they can be compared with those of another run of the same workflow. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** They name the run and its times. */
const OF_THE_RUN = new Set(['run.log', 'manifest.json'])
/** A platform keeps them for its inspector; the command line does not. */
const OF_THE_INSPECTOR = 'inspection-'

export function resultsIn(dir) {
  const names = readdirSync(dir).filter((name) => !OF_THE_RUN.has(name) && !name.startsWith(OF_THE_INSPECTOR))
  return new Map(names.sort().map((name) => [name, comparable(name, readFileSync(join(dir, name)))]))
}

/** The first line of JSON Lines names the run. */
const comparable = (name, bytes) => (name.endsWith('.jsonl') ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes)

/** What differs, in words; empty when the results are the same. */
export function differences(expected, found) {
  const missing = [...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`)
  const extra = [...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is too much`)
  const other = [...expected].filter(([name, bytes]) => found.has(name) && !bytes.equals(found.get(name)))
  return [...missing, ...extra, ...other.map(([name]) => `${name} has other bytes`)]
}
