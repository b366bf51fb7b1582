import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Lockfile } from '../../tools/lockfile/complete.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lockfiles = ['package-lock.json', ...filesIn('tools').filter((file) => file.endsWith('package-lock.json'))]

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))
}

/** The packages with an install script, which npm does not execute, and the reason why each works without it. */
const WITH_SCRIPTS: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'sends usage data',
  'electron-winstaller': 'chooses an unpacker for an installer format that is not built',
  'node-av': 'downloads an FFmpeg program; the library is in a package for each system',
  'onnxruntime-node': 'downloads the libraries for CUDA; `sightline devices install-cuda` does so on request',
  usearch: 'compiles the library where the package has no binary of it',
}

describe('install scripts', () => {
  it('are those of packages that work without them: list another with its reason, or replace it', () => {
    const found = lockfiles.flatMap((file) => {
      const { packages }: Lockfile = JSON.parse(readFileSync(join(root, file), 'utf8'))
      return Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
        hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
      )
    })
    expect([...new Set(found)].sort()).toEqual(Object.keys(WITH_SCRIPTS).sort())
  })

  it('are switched off for every npm, in the checkout and in the image', () => {
    expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
    const [before = ''] = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').split('RUN npm ci')
    expect(before).toMatch(/^COPY .*\.npmrc/m)
  })
})
