/** Compares the production packages in node_modules with the lockfile, since a build contains the installed ones. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string | readonly string[] | undefined} allowed
 * @param {string} mine
 */
const fits = (allowed, mine) => !allowed || (typeof allowed === 'string' ? [allowed] : allowed).includes(mine)

/**
 * Returns a sentence for each production package of this system that is missing or has a different version.
 * @param {{ root: string, system: string, processor: string }} here
 * @returns {string[]}
 */
export function missingPackages({ root, system, processor }) {
  /** @type {import('../lockfile/complete.mjs').Lockfile} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '' || entry.dev || entry.devOptional) return []
    if (!fits(entry.os, system) || !fits(entry.cpu, processor)) return []
    // npm installs packages for one C library only, and may omit peer dependencies.
    if (entry.libc || entry.peer) return []
    const manifest = join(root, path, 'package.json')
    if (!existsSync(manifest)) return [`${path} is missing`]
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return version === entry.version ? [] : [`${path} is ${version}, not ${entry.version}`]
  })
}
