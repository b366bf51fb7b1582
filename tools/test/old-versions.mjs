/** Installs an old npm and old versions of Node.js for tests, once below .cache: see tools/test/old-versions. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPinned } from '../pinned/install-pinned.mjs'

const PINNED = join(dirname(fileURLToPath(import.meta.url)), 'old-versions')
const { optionalDependencies } = JSON.parse(readFileSync(join(PINNED, 'package.json'), 'utf8'))

const nodes = Object.keys(optionalDependencies).filter((name) => name.endsWith(`-${process.platform}-${process.arch}`))
/**
 * @param {string} modules
 * @param {string} name
 */
const binaryIn = (modules, name) => join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** @param {string} modules */
const npmIn = (modules) => join(modules, 'npm-10', 'bin', 'npm-cli.js')
/** @param {string} modules */
const holds = (modules) => [npmIn(modules), ...nodes.map((name) => binaryIn(modules, name))].every(existsSync)

/** The script of npm 10, and the binaries of versions that Sightline refuses. Throws an error with instructions. */
export function oldVersions() {
  const modules = resolve(installPinned({ pinned: PINNED, name: 'old-versions', holds }))
  if (!holds(modules))
    throw new Error('npm could not install tools/test/old-versions. Connect to its registry and try again.')
  return { npm10: npmIn(modules), nodes: nodes.map((name) => binaryIn(modules, name)) }
}
