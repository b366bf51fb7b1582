/** Whether node_modules is what the lockfile says, as far as it ships: a build holds what lies there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const fits = (allowed, mine) => !allowed || [allowed].flat().includes(mine)

/** Sentences about production packages of this system that are missing or of another version. */
export function missingPackages({ root, system, processor }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === '' || entry.dev || entry.devOptional) return []
    if (!fits(entry.os, system) || !fits(entry.cpu, processor)) return []
    // npm takes one C library, and leaves out what nobody but a peer wants.
    if (entry.libc || entry.peer) return []
    const manifest = join(root, path, 'package.json')
    if (!existsSync(manifest)) return [`${path} is missing`]
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
    return version === entry.version ? [] : [`${path} is ${version}, not ${entry.version}`]
  })
}
