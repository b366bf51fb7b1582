/** The proxies of Debian that a server is tested behind. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installFromDebian } from './debian.mjs'

const PROXIES = ['caddy', 'nginx']
/** Debian keeps nginx where only root's PATH leads. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

/**
 * The path of an installed program; null when there is none.
 * @param {string} name
 */
export const programOf = (name) =>
  FOLDERS.map((folder) => join(folder, name)).find((program) => existsSync(program)) ?? null

const missing = () => PROXIES.filter((name) => programOf(name) === null)

/** Installs the proxies where they are missing and packages can be installed. Returns the reason why one still is, or null. */
export function ensureProxies() {
  // Clients at several addresses of loopback, which other systems do not have.
  if (process.platform !== 'linux') return 'it needs Linux'
  if (missing().length > 0 && canInstall()) installFromDebian(missing())
  return missing().length > 0 ? `no ${missing().join(' and no ')} in the PATH` : null
}
