/**
 * Builds the parts that are older than their sources. Commands call this first, so that they work from any state of the
 * checkout.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

const CONFIG = 'electron.vite.config.ts'

/** @typedef {'node' | 'renderer' | 'preload'} PartName */

/**
 * The name in the config, output and source paths of each part.
 * @satisfies {Record<PartName, { part: string, out: string, from: string[] }>}
 */
export const PARTS = {
  node: {
    part: 'main',
    out: 'out/node',
    from: [
      'src/shared',
      'src/disk',
      'src/engine',
      'src/platform',
      'src/embedded',
      'src/client',
      'src/app',
      'src/main',
      'src/web',
      'src/cli',
      'bin',
      CONFIG,
      'package-lock.json',
    ],
  },
  renderer: {
    part: 'renderer',
    out: 'out/renderer',
    // The guide in the app is made from the documentation.
    from: ['src/shared', 'src/renderer', 'resources/templates', 'docs', CONFIG, 'package-lock.json'],
  },
  preload: {
    part: 'preload',
    out: 'out/preload',
    from: ['src/shared', 'src/preload', CONFIG, 'package-lock.json'],
  },
}

export const PART_NAMES = /** @type {PartName[]} */ (Object.keys(PARTS))

/**
 * Latest modification time below a path, in ms; folders count too, so that a removed file is noticed.
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((most, name) => Math.max(most, newest(join(path, name))), stat.mtimeMs)
}

/** @param {PartName} part */
const stampOf = (part) => join(root, '.cache', 'built', part)

/** @param {PartName} part */
function isFresh(part) {
  const { out, from } = PARTS[part]
  const stamp = stampOf(part)
  if (!existsSync(join(root, out)) || !existsSync(stamp)) return false
  const built = Number(readFileSync(stamp, 'utf8'))
  return from.every((path) => newest(join(root, path)) <= built)
}

/**
 * Serialised across processes; the lock of a dead process is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const lock = join(root, '.cache', `${name}.lock`)
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error
      const owner = ownerOf(lock)
      if (owner !== null && !isAlive(owner)) rmSync(lock, { force: true })
      else await sleep(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/**
 * @param {unknown} error
 * @returns {error is NodeJS.ErrnoException}
 */
const isSystemError = (error) => error instanceof Error && 'code' in error

/**
 * Null while the file is being written, or when it has been removed.
 * @param {string} lock
 */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null
  } catch {
    return null
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM'
  }
}

/**
 * The build runs in a separate process, which frees its memory and keeps the mode that it sets local.
 * @param {PartName} name
 */
async function build(name) {
  const electronVite = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  if (!existsSync(electronVite)) throw new Error('Packages are missing. Run npm ci first.')
  const fresh = join(root, '.cache', 'building', name)
  const child = spawn(process.execPath, [electronVite, 'build', '--logLevel', 'warn', '--ignoreConfigWarning'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, NODE_ENV: 'production', SIGHTLINE_PART: PARTS[name].part, SIGHTLINE_OUT: fresh },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The build of ${name} failed; see above.`)
  replace(join(root, PARTS[name].out), fresh)
}

/** Processes of an older build may still load parts of it. */
const OLD_FILES_KEPT_MS = 3_600_000

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/**
 * Moves a finished build into place file by file, so that running processes always read complete files, old or new.
 * @param {string} out
 * @param {string} fresh
 */
function replace(out, fresh) {
  mkdirSync(out, { recursive: true })
  const now = new Date()
  const files = filesIn(fresh)
  const names = new Set(files)
  // Entries are moved after the hashed parts that they load.
  /** @param {string} name */
  const isEntry = (name) => !/-[\w-]{8}\.\w+(\.map)?$/.test(name)
  for (const name of files.sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))) {
    mkdirSync(dirname(join(out, name)), { recursive: true })
    renameSync(join(fresh, name), join(out, name))
    utimesSync(join(out, name), now, now)
  }
  for (const name of filesIn(out)) {
    const path = join(out, name)
    if (!names.has(name) && now.getTime() - statSync(path).mtimeMs > OLD_FILES_KEPT_MS) rmSync(path)
  }
}

/**
 * @param {readonly PartName[]} parts
 * @param {{ force?: boolean }} [options] with `force`, parts are also built that are newer than their sources
 */
export async function ensureBuilt(parts, { force = false } = {}) {
  if (!existsSync(join(root, 'src'))) return
  if (!force && parts.every(isFresh)) return
  const slow = setTimeout(() => console.error('Building Sightline, once…'), 1_000)
  try {
    await withLock('build', async () => {
      for (const part of parts) {
        if (!force && isFresh(part)) continue
        const startedAt = Date.now()
        await build(part)
        mkdirSync(dirname(stampOf(part)), { recursive: true })
        writeFileSync(stampOf(part), String(startedAt))
      }
    })
  } finally {
    clearTimeout(slow)
  }
}
