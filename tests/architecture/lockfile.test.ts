import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Lockfile, missingPlatforms } from '../../tools/lockfile/complete.mjs'

const lock: Lockfile = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../package-lock.json', import.meta.url)), 'utf8'),
)

describe('package-lock.json', () => {
  it('holds the binaries of every platform, or npm ci fails (mend with: node tools/lockfile/complete.mjs)', () => {
    expect(Object.keys(missingPlatforms(lock))).toEqual([])
  })

  it('names no registry', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([])
  })

  it('is found wanting when a platform is missing, and says what belongs there', () => {
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
