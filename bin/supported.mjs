/**
 * The systems and the versions of Node.js that Sightline runs on. Entries import this module first and load everything
 * else through it: an old Node.js stops at newer syntax or a missing export before it executes a line. Node.js 12 reads
 * this file and the entries, so they use its syntax.
 */
import fs from 'node:fs'

/** @typedef {readonly [major: number, minor: number]} FirstMinor */
/** @typedef {{ platform: string, name: string, processors: readonly string[] }} SupportedSystem */
/**
 * @typedef {object} Machine
 * @property {string} version the version of Node.js, as in `process.versions.node`
 * @property {string} platform
 * @property {string} processor
 * @property {boolean} isMusl
 */

/** @type {{ node: readonly [FirstMinor, FirstMinor], systems: readonly SupportedSystem[] }} */
export const SUPPORTED = {
  /** The first minor version of each major one that has a limit; newer majors are supported from their start. */
  node: [
    [20, 19],
    [22, 12],
  ],
  /** Systems for which every native package has a binary. */
  systems: [
    { platform: 'linux', name: 'Linux with glibc', processors: ['x64', 'arm64'] },
    { platform: 'darwin', name: 'macOS', processors: ['arm64'] },
    { platform: 'win32', name: 'Windows', processors: ['x64'] },
  ],
}

const [OLDEST, NEXT] = SUPPORTED.node
const versions = `Node.js ${OLDEST.join('.')} or ${NEXT.join('.')} and later`
const systems = SUPPORTED.systems.map(({ name, processors }) => `${name} (${processors.join(', ')})`)

/** @param {string} version */
function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === OLDEST[0]) return minor >= OLDEST[1]
  return major > NEXT[0] || (major === NEXT[0] && minor >= NEXT[1])
}

/**
 * Returns the sentence that refuses a machine, or null if Sightline runs on it.
 * @param {Machine} machine
 * @returns {string | null}
 */
export function whyUnsupported({ version, platform, processor, isMusl }) {
  const system = SUPPORTED.systems.find((one) => one.platform === platform)
  const isServed = system && !isMusl && system.processors.includes(processor)
  if (isServed && isSupportedNode(version)) return null
  const name = isMusl ? 'Linux with musl' : system ? system.name : platform
  const here = `Node.js ${version} on ${name} (${processor})`
  return `Sightline runs with ${versions} on ${systems.slice(0, -1).join(', ')} or ${systems.slice(-1)}; this is ${here}.`
}

/** True when Node.js is linked to musl, whose loader its binary then names; `process.report` takes far longer. */
function usesMusl() {
  if (process.platform !== 'linux') return false
  const start = Buffer.alloc(2048)
  try {
    const file = fs.openSync(process.execPath, 'r')
    fs.readSync(file, start, 0, start.length, 0)
    fs.closeSync(file)
  } catch (_) {
    return false
  }
  return start.includes('/ld-musl-')
}

/**
 * Calls `start`, which imports the rest, or ends with the sentence that refuses this machine.
 * @param {() => Promise<unknown>} start
 */
export function ifSupported(start) {
  const { platform, arch: processor, versions } = process
  const why = whyUnsupported({ version: versions.node, platform, processor, isMusl: usesMusl() })
  if (why !== null) {
    console.error(why)
    process.exitCode = 1
    return
  }
  // Node.js reports an entry that waits for ever with 13, but not the modules that an entry imports.
  const neverEnds = () => {
    process.exitCode = process.exitCode || 13
  }
  process.once('beforeExit', neverEnds)
  start().then(() => process.removeListener('beforeExit', neverEnds))
}
