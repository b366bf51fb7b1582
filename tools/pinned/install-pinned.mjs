/** Installs tools that the product does not depend on, on demand, from their own lockfile into .cache. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const LOCK = 'package-lock.json'

/**
 * The folder for a set of pinned packages.
 * @param {string} name
 */
export const installedAt = (name) => join('.cache', name)

/**
 * True when the installed versions are those of the current lockfile.
 * @param {string} pinned
 * @param {string} installed
 */
const isInstalled = (pinned, installed) =>
  existsSync(join(installed, LOCK)) &&
  readFileSync(join(installed, LOCK), 'utf8') === readFileSync(join(pinned, LOCK), 'utf8')

/**
 * Installs the packages pinned by a folder's lockfile, unless `holds` finds them; returns the path of node_modules.
 * @param {{ pinned: string, name: string, holds: (modules: string) => boolean }} options
 */
export function installPinned({ pinned, name, holds }) {
  const installed = installedAt(name)
  const modules = join(installed, 'node_modules')
  if (isInstalled(pinned, installed) && holds(modules)) return modules
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  for (const file of ['package.json', LOCK]) cpSync(join(pinned, file), join(installed, file))
  // The .npmrc of the project does not apply to a folder with a package.json of its own.
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: installed,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return modules
}
