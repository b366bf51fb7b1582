/** Builds what is older than its sources. Commands call this first, so they work from any state of the checkout. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Each part: its Vite config, its output, and the folders and files that it is made of. */
export const PARTS = {
  node: {
    config: 'vite.node.config.ts',
    out: 'out/node',
    from: [
      'src/shared',
      'src/engine',
      'src/platform',
      'src/embedded',
      'src/client',
      'src/app',
      'src/main',
      'src/web',
      'src/cli',
      'vite.node.config.ts',
      'package-lock.json',
    ],
  },
  renderer: {
    config: 'vite.config.ts',
    out: 'out/renderer',
    from: ['src/shared', 'src/renderer', 'vite.config.ts', 'package-lock.json'],
  },
  preload: {
    config: 'vite.preload.config.ts',
    out: 'out/preload',
    from: ['src/shared', 'src/preload', 'vite.preload.config.ts', 'package-lock.json'],
  },
}

/** Newest change below a path, in ms; folders count too, so that a removed file is noticed. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((most, name) => Math.max(most, newest(join(path, name))), stat.mtimeMs)
}

const stampOf = (part) => join(root, '.cache', 'built', part)

function isFresh(part) {
  const { out, from } = PARTS[part]
  const stamp = stampOf(part)
  if (!existsSync(join(root, out)) || !existsSync(stamp)) return false
  const built = Number(readFileSync(stamp, 'utf8'))
  return from.every((path) => newest(join(root, path)) <= built)
}

/** One build at a time across processes; a lock left by a dead process is taken over. */
async function withLock(work) {
  const lock = join(root, '.cache', 'build.lock')
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const owner = Number(readFileSync(lock, 'utf8') || 0)
      if (!isAlive(owner)) rmSync(lock, { force: true })
      else await sleep(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

export async function ensureBuilt(parts, { force = false } = {}) {
  if (!existsSync(join(root, 'src'))) return
  if (!force && parts.every(isFresh)) return
  await withLock(async () => {
    for (const part of parts) {
      if (!force && isFresh(part)) continue
      const startedAt = Date.now()
      const { build } = await import('vite')
      await build({
        root: PARTS[part].config === 'vite.config.ts' ? join(root, 'src/renderer') : root,
        configFile: join(root, PARTS[part].config),
        logLevel: 'warn',
        mode: 'production',
      })
      mkdirSync(dirname(stampOf(part)), { recursive: true })
      writeFileSync(stampOf(part), String(startedAt))
    }
  })
}
