/**
 * Installs further versions of Node.js for tests: the registry's packages of its binaries, installed once below .cache.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedAt, installPinned } from '../pinned/install-pinned.mjs'

const PINNED = join(dirname(fileURLToPath(import.meta.url)), 'node-versions')
const NAME = 'node-versions'

/** The supported versions except the running one. */
export const otherMajors = () => ['22', '24'].filter((major) => major !== process.versions.node.split('.')[0])

/**
 * The path of that version's binary. Throws an error with instructions.
 * @param {string} major
 */
export function nodeBinary(major) {
  const name = `node-${major}-${process.platform}-${process.arch}`
  /** @param {string} modules */
  const binaryIn = (modules) => join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  /** @param {string} modules */
  const holds = (modules) => existsSync(binaryIn(modules))
  const binary = binaryIn(installPinned({ pinned: PINNED, name: NAME, holds }))
  const version = versionOf(binary)
  if (version?.startsWith(`${major}.`)) return binary
  const pinned = JSON.parse(readFileSync(join(PINNED, 'package.json'), 'utf8')).optionalDependencies[name]
  throw new Error(
    pinned === undefined
      ? `Node.js ${major} is not pinned for ${process.platform} on ${process.arch}: add it to tools/test/node-versions/package.json.`
      : `Node.js ${major} (${pinned.replace('npm:', '')}) is not in ${installedAt(NAME)}, and npm could not install it. Connect to the npm registry and run npm test again.`,
  )
}

/** @param {string} binary */
function versionOf(binary) {
  const { status, stdout } = spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
