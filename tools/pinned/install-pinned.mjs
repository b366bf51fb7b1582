/** Tools that the product itself does without: installed from a lockfile of their own, on demand, below .cache. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const LOCK = 'package-lock.json'

/** The folder that a set of pinned packages is installed into. */
export const installedAt = (name) => join('.cache', name)

/** An installation of other versions than those that are pinned now does not count. */
const isInstalled = (pinned, installed) =>
  existsSync(join(installed, LOCK)) &&
  readFileSync(join(installed, LOCK), 'utf8') === readFileSync(join(pinned, LOCK), 'utf8')

/** Installs what a folder's package.json and lockfile pin, unless `holds` finds it installed; answers its node_modules. */
export function installPinned({ pinned, name, holds }) {
  const installed = installedAt(name)
  const modules = join(installed, 'node_modules')
  if (isInstalled(pinned, installed) && holds(modules)) return modules
  rmSync(installed, { recursive: true, force: true })
  mkdirSync(installed, { recursive: true })
  for (const file of ['package.json', LOCK]) cpSync(join(pinned, file), join(installed, file))
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: installed,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return modules
}
