import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Lockfile, missingPlatforms, withoutChecksum } from '../../tools/lockfile/complete.mjs'

const lock: Lockfile = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8'),
)

const pinnedIn = (folder: string) => (file: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../tools/${folder}/${file}`, import.meta.url)), 'utf8'))
const nodes = pinnedIn('test/node-versions')
const dist = pinnedIn('dist')

describe('the versions of Node.js that tests run on', () => {
  const pinned: Record<string, string> = nodes('package.json').optionalDependencies
  const { packages }: Lockfile = nodes('package-lock.json')

  it('are 22 and 24 on every desktop system', () => {
    const systems = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64']
    expect(Object.keys(pinned).sort()).toEqual(
      ['22', '24'].flatMap((major) => systems.map((s) => `node-${major}-${s}`)),
    )
  })

  it('are locked as they are pinned, from any registry', () => {
    for (const [name, range] of Object.entries(pinned)) {
      const [, major] = name.split('-')
      const locked = packages[`node_modules/${name}`]
      expect(range).toMatch(new RegExp(`^npm:node-(bin-)?\\w+-\\w+@${major}\\.`))
      expect(locked).toMatchObject({ version: range.split('@')[1], integrity: expect.stringMatching(/^sha512-/) })
      expect(locked).not.toHaveProperty('resolved')
    }
  })
})

describe('the old versions for tests of the installation', () => {
  const { dependencies, optionalDependencies } = pinnedIn('test/old-versions')('package.json')
  const { packages }: Lockfile = pinnedIn('test/old-versions')('package-lock.json')

  it('are locked as they are pinned, from any registry', () => {
    const pinned: Record<string, string> = { ...dependencies, ...optionalDependencies }
    for (const [name, range] of Object.entries(pinned)) {
      const locked = packages[`node_modules/${name}`]
      expect(locked).toMatchObject({ version: range.split('@')[1], integrity: expect.stringMatching(/^sha512-/) })
      expect(locked).not.toHaveProperty('resolved')
    }
    expect(Object.keys(packages)).toHaveLength(Object.keys(pinned).length + 1)
  })
})

describe('the tools that pack installers', () => {
  const { dependencies, optionalDependencies } = dist('package.json')
  const { packages }: Lockfile = dist('package-lock.json')

  it('are pinned, and locked for every platform and any registry', () => {
    for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies }) as [string, string][]) {
      expect(range, name).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/)
      expect(packages[`node_modules/${name}`]).toMatchObject({ version: range.split('@').at(-1) })
    }
    expect(Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
    expect(Object.keys(missingPlatforms({ packages }))).toEqual([])
  })

  it('include a maintained Node.js for each system', () => {
    for (const range of Object.values(optionalDependencies)) expect(range).toMatch(/@(22|24)\.[1-9]/)
  })
})

describe('package-lock.json', () => {
  it('holds the binaries of every platform, or npm ci fails (fix with: node tools/lockfile/complete.mjs)', () => {
    expect(Object.keys(missingPlatforms(lock))).toEqual([])
  })

  it('has the checksum of every package (fix with: node tools/lockfile/complete.mjs)', () => {
    for (const checked of [
      lock,
      nodes('package-lock.json'),
      pinnedIn('test/old-versions')('package-lock.json'),
      dist('package-lock.json'),
    ]) {
      expect(withoutChecksum(checked)).toEqual([])
      for (const { integrity } of Object.values<{ integrity?: string }>(checked.packages).slice(1)) {
        expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
      }
    }
  })

  it('is reported when a package has no checksum', () => {
    const entry = { version: '1.0.0', integrity: 'sha512-a' }
    const packages = { '': { version: '1.0.0' }, 'node_modules/a': entry, 'node_modules/b': { version: '1.0.0' } }
    expect(withoutChecksum({ packages })).toEqual(['node_modules/b'])
  })

  it('names no registry', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
  })

  it('is reported when a platform is missing, with the entry that belongs there', () => {
    const packages = {
      'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies: { 'tool-linux-x64-musl': '1.0.0' } },
    }
    expect(missingPlatforms({ packages })).toEqual({
      'node_modules/tool-linux-x64-musl': {
        version: '1.0.0',
        cpu: ['x64'],
        dev: true,
        libc: ['musl'],
        optional: true,
        os: ['linux'],
      },
    })
  })
})
