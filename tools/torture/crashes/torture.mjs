/**
 * `npm run torture -- --minutes 10`: runs the demo repeatedly while its processes are killed, stopped and started
 * beside each other, and compares the bytes of its results with those of an undisturbed run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../build/ensure-built.mjs'
import { commandLine } from './command-line.mjs'
import { host } from './host.mjs'
import { root, start } from './processes.mjs'
import { differences, resultsIn } from './results.mjs'

/**
 * @typedef {object} Torture
 * @property {string} work the folder of a run
 * @property {Readonly<Record<string, string>>} env
 * @property {number} wholeMs the duration of an undisturbed run
 * @property {() => number} random
 */
/**
 * Disturbances of a run by name. Each takes the name of a round and resolves once the run has completed, with the folder
 * of its results if that is not the one of the round.
 * @typedef {Readonly<Record<string, (round: string) => Promise<string | void>>>} Disturbances
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) {
  console.error(`--minutes takes a number above 0, not “${values.minutes}”.`)
  process.exit(2)
}
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
await ensureBuilt(['node'])

const work = mkdtempSync(join(tmpdir(), 'sightline-torture-'))
const env = { SIGHTLINE_DATA: join(work, 'data') }
/** @type {string[]} */
const losses = []
let rounds = 0
const startedAt = performance.now()
try {
  const whole = start('cli.js', ['run', '--demo', '--no-cache', '--out', 'whole'], { cwd: work, env })
  const { code, stderr } = await whole.ended
  if (code !== 0) throw new Error(`The undisturbed run ended with ${code}: ${stderr}`)
  const wholeMs = performance.now() - startedAt
  const expected = resultsIn(join(work, 'whole'))
  const { graph } = JSON.parse(
    readFileSync(join(root, 'resources', 'templates', 'count-at-a-line.sightline.json'), 'utf8'),
  )
  const given = { work, env, wholeMs, random, workflow: graph }
  const ways = Object.entries({ ...commandLine(given), ...host(given) })
  console.log(
    `Seed ${seed}. The undisturbed run took ${(wholeMs / 1000).toFixed(1)} s: ${[...expected.keys()].join(', ')}`,
  )
  const endsAt = performance.now() + minutes * 60_000
  while (performance.now() < endsAt) {
    // Each disturbance occurs once, in any order, before one is repeated.
    if (rounds % ways.length === 0) ways.sort(() => random() - 0.5)
    const way = ways[rounds % ways.length]
    if (!way) break
    const [name, disturb] = way
    const out = `round-${rounds++}`
    const problems = await disturb(out).then(
      (dir) => differences(expected, resultsIn(dir ?? join(work, out))),
      (error) => [error.message],
    )
    losses.push(...problems.map((problem) => `${name}: ${problem}`))
    console.log(`${rounds}. ${name}: ${problems.length === 0 ? 'nothing lost' : problems.join('; ')}`)
    rmSync(join(work, out), { recursive: true, force: true })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
for (const loss of losses) console.log(`LOST  ${loss}`)
console.log(`${rounds} rounds, ${losses.length} losses, seed ${seed}`)
process.exitCode = losses.length === 0 && rounds > 0 ? 0 : 1

/**
 * Mulberry32: the same numbers for the same seed.
 * @param {number} from
 */
function randomFrom(from) {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
