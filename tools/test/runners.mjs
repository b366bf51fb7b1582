/** Starts the programs that test commands consist of, from the packages of the checkout. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** @typedef {Readonly<Record<string, string>>} Variables */
/** @typedef {{ env?: Variables, node?: string }} ProgramOptions `node` is the binary of a Node.js */

/**
 * Returns whether the program ended with 0. `env` is added to the variables of this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Variables }} [options]
 */
export const succeeds = (command, args, { env } = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0

/**
 * A program of an installed package, on the running Node.js or on another.
 * @param {string[]} path
 * @returns {(args: readonly string[], options?: ProgramOptions) => boolean}
 */
const program =
  (...path) =>
  (args, { node = process.execPath, env } = {}) =>
    succeeds(node, [join('node_modules', ...path), ...args], { env })

export const biome = program('@biomejs', 'biome', 'bin', 'biome')
export const playwright = program('@playwright', 'test', 'cli.js')
const tsc = program('typescript', 'bin', 'tsc')
/** With one checker for each project: several repeat each other's work, and take twice the time on two cores. */
export const checkTypes = () => tsc(['-b', '--checkers', '1', '--builders', '2'])
export const vitestProgram = program('vitest', 'vitest.mjs')

/**
 * Runs tests of Vitest; their figures go to the file `report`. `reporter` prints the progress.
 * @param {readonly string[]} paths
 * @param {string} report
 * @param {ProgramOptions & { reporter?: string }} [options]
 */
export const vitest = (paths, report, { reporter = 'default', ...options } = {}) =>
  vitestProgram(['run', ...paths, `--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${report}`], options)
