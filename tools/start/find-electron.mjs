/**
 * Checks whether the desktop window can open on this machine. It only inspects files: loading the electron package
 * would start a download of its binary.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ env: Readonly<Record<string, string | undefined>>, platform: string }} Surroundings */

/** @type {Readonly<Record<string, string>>} */
const EXECUTABLES = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Returns the executable, or the reason why there is none, in words that follow “the desktop window is not available:”.
 * @param {Surroundings & { root: string }} at
 * @returns {{ path: string | null, why: string | null, canInstall: boolean }}
 */
export function findElectron({ root, env, platform }) {
  const folder = join(root, 'node_modules', 'electron')
  const manifest = read(join(folder, 'package.json'))
  if (!manifest) return { path: null, why: 'Electron is not installed', canInstall: false }
  const name = read(join(folder, 'path.txt')) ?? EXECUTABLES[platform] ?? 'electron'
  if (env.ELECTRON_OVERRIDE_DIST_PATH) {
    const path = join(env.ELECTRON_OVERRIDE_DIST_PATH, name)
    if (existsSync(path)) return { path, why: null, canInstall: false }
    return { path: null, why: 'ELECTRON_OVERRIDE_DIST_PATH leads to no Electron', canInstall: false }
  }
  const version = read(join(folder, 'dist', 'version'))?.replace(/^v/, '')
  const path = join(folder, 'dist', name)
  if (!version || !existsSync(path)) return { path: null, why: 'Electron’s binary is not downloaded', canInstall: true }
  if (version !== JSON.parse(manifest).version)
    return {
      path: null,
      why: `the downloaded Electron ${version} is not the one that Sightline needs`,
      canInstall: true,
    }
  return { path, why: null, canInstall: false }
}

/**
 * Returns whether a window, or a browser, can be displayed.
 * @param {Surroundings} at
 */
export function hasDisplay({ env, platform }) {
  if (platform === 'win32') return true
  if (platform === 'darwin') return !env.SSH_CONNECTION
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/**
 * Returns the host to start, and the reason if it is not the desktop window.
 * @param {Surroundings & { root: string, isRoot: boolean, wanted: 'web' | 'electron' | null }} at
 * @returns {{ host: 'web' | 'electron', electronPath?: string, why: string | null }}
 */
export function chooseHost({ root, env, platform, isRoot, wanted }) {
  if (wanted === 'web') return { host: 'web', why: null }
  const { path, why, canInstall } = findElectron({ root, env, platform })
  const reason =
    (!hasDisplay({ env, platform }) && 'there is no display here') ||
    (platform === 'linux' && isRoot && path && 'Electron does not run as root') ||
    why
  if (!reason && path) return { host: 'electron', electronPath: path, why: null }
  const hint = reason === why && canInstall ? '; `npm start -- --electron` fetches it' : ''
  return { host: 'web', why: `${reason}${hint}` }
}
