/**
 * Installs further versions of Node.js for tests: the registry's packages of its binaries, installed once below .cache.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PINNED = join(dirname(fileURLToPath(import.meta.url)), 'node-versions')
const INSTALLED = join('.cache', 'node-versions')
const LOCK = 'package-lock.json'
const WINDOWS = process.platform === 'win32'

/** The supported versions except the running one. */
export const otherMajors = () => ['22', '24'].filter((major) => major !== process.versions.node.split('.')[0])

/** The path of that version's binary. Throws an error with instructions. */
export function nodeBinary(major) {
  const name = `node-${major}-${process.platform}-${process.arch}`
  const binary = join(INSTALLED, 'node_modules', name, 'bin', WINDOWS ? 'node.exe' : 'node')
  if (!isInstalled() || !existsSync(binary)) install()
  const version = versionOf(binary)
  if (version?.startsWith(`${major}.`)) return binary
  const pinned = JSON.parse(readFileSync(join(PINNED, 'package.json'), 'utf8')).optionalDependencies[name]
  throw new Error(
    pinned === undefined
      ? `Node.js ${major} is not pinned for ${process.platform} on ${process.arch}: add it to tools/test/node-versions/package.json.`
      : `Node.js ${major} (${pinned.replace('npm:', '')}) is not in ${INSTALLED}, and npm could not install it. Connect to the npm registry and run npm test again.`,
  )
}

/** An installation of versions other than the pinned ones does not count. */
const isInstalled = () =>
  existsSync(join(INSTALLED, LOCK)) &&
  readFileSync(join(INSTALLED, LOCK), 'utf8') === readFileSync(join(PINNED, LOCK), 'utf8')

function install() {
  rmSync(INSTALLED, { recursive: true, force: true })
  mkdirSync(INSTALLED, { recursive: true })
  for (const file of ['package.json', LOCK]) cpSync(join(PINNED, file), join(INSTALLED, file))
  spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: INSTALLED, stdio: 'inherit', shell: WINDOWS })
}

function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
