/**
 * Adds missing platform packages and checksums to package-lock.json, and replaces the engines that a package declares too
 * narrowly. npm writes only the packages that it found at its registry, and a mirror may not have them all; `npm ci` then fails
 * everywhere. A package without a checksum would be installed whatever its bytes are. Run it after `npm install` changed
 * the lockfile.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * A package of the lockfile; the root has the path ''.
 * @typedef {object} LockEntry
 * @property {string} version
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 * @property {string} [license]
 * @property {{ node?: string }} [engines]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {string} [integrity]
 */
/** @typedef {{ packages: Record<string, LockEntry> }} Lockfile */

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'arm']

/**
 * Ranges of Node.js in place of a package's own: `npm ci` reads the lockfile and warns of any other version.
 * @type {Readonly<Record<string, string>>}
 */
export const ENGINES = {
  // The binaries load on Node.js 20, where the tests search with them. 2.25 declares 20 and has no binary for Windows.
  usearch: '>=20',
}

/**
 * Optional packages that a locked package names and the lockfile lacks, as lockfile entries by path.
 * @param {Lockfile} lock
 */
export function missingPlatforms(lock) {
  const { packages } = lock
  /** @type {Record<string, LockEntry>} */
  const missing = {}
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (packages[`${path}/node_modules/${name}`] || packages[`node_modules/${name}`]) continue
      missing[`node_modules/${name}`] = platformEntry(name, version, entry)
    }
  }
  return missing
}

/**
 * Such packages contain their platform in their name: `@scope/thing-linux-x64-musl`.
 * @param {string} name
 * @param {string} version
 * @param {LockEntry} parent
 * @returns {LockEntry}
 */
function platformEntry(name, version, parent) {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-')
  const os = SYSTEMS.find((s) => words.includes(s))
  const cpu = PROCESSORS.find((p) => words.includes(p))
  const libc = words.includes('musl')
    ? 'musl'
    : os === 'linux' && words.some((w) => w.startsWith('gnu'))
      ? 'glibc'
      : null
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(parent.license ? { license: parent.license } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

/**
 * Paths of packages that `npm ci` would not check.
 * @param {Lockfile} lock
 */
export const withoutChecksum = ({ packages }) =>
  Object.entries(packages).flatMap(([path, { link, integrity }]) => (path === '' || link || integrity ? [] : [path]))

/**
 * The checksum that the registry publishes.
 * @param {string} path
 * @param {LockEntry} entry
 */
function checksumOf(path, { version }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' }).trim()
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const missing = missingPlatforms(lock)
  const { '': root, ...rest } = { ...lock.packages, ...missing }
  const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))
  for (const [name, node] of Object.entries(ENGINES)) lock.packages[`node_modules/${name}`].engines = { node }
  lock.packages = { '': root, ...Object.fromEntries(sorted) }
  const unchecked = withoutChecksum(lock)
  for (const path of unchecked) lock.packages[path].integrity = checksumOf(path, lock.packages[path])
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${Object.keys(missing).length} platform packages and ${unchecked.length} checksums added`)
}
