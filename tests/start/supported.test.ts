/** The supported machines: the check at the start, the README, package.json and the native packages agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Machine, SUPPORTED, whyUnsupported } from '../../bin/supported.mjs'
import { importsOf } from '../../tools/check/imports.mjs'
import { ENGINES, type Lockfile } from '../../tools/lockfile/complete.mjs'
import { ENTRIES } from '../../tools/test/old-nodes.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { packages }: Lockfile = JSON.parse(read('package-lock.json'))

const laptop: Machine = { version: '24.1.0', platform: 'linux', processor: 'x64', isMusl: false }
const why = (machine: Partial<Machine>) => whyUnsupported({ ...laptop, ...machine })

describe('the check at the start', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '23.0.0', '24.0.0', '30.0.0'])(
    'accepts Node.js %s',
    (version) => {
      expect(why({ version })).toBeNull()
    },
  )

  it.each(['12.22.12', '18.20.8', '20.0.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])(
    'refuses Node.js %s',
    (version) => {
      expect(why({ version })).toContain(`this is Node.js ${version} on Linux with glibc (x64).`)
    },
  )

  it('accepts the systems and processors that it names, and refuses all others', () => {
    const accepted = ['linux', 'darwin', 'win32', 'freebsd', 'android', 'sunos'].flatMap((platform) =>
      ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 's390x'].flatMap((processor) =>
        why({ platform, processor }) === null ? [`${platform} ${processor}`] : [],
      ),
    )
    expect(accepted).toEqual(['linux x64', 'linux arm64', 'darwin arm64', 'win32 x64'])
  })

  it.each([
    ['an Intel Mac', { platform: 'darwin' }, 'macOS (x64)'],
    ['Windows on Arm', { platform: 'win32', processor: 'arm64' }, 'Windows (arm64)'],
    ['Linux with musl', { isMusl: true }, 'Linux with musl (x64)'],
    ['an unknown system', { platform: 'freebsd' }, 'freebsd (x64)'],
  ])('refuses %s in one sentence that names the supported machines', (_, machine, here) => {
    expect(why(machine)).toBe(
      'Sightline runs with Node.js 20.19 or 22.12 and later on Linux with glibc (x64, arm64), macOS (arm64) or Windows (x64); ' +
        `this is Node.js 24.1.0 on ${here}.`,
    )
  })
})

describe('the supported machines', () => {
  it('are those of the README', () => {
    const rows = [...read('README.md').matchAll(/^\| (.+?) \| (.+?) \| Node\.js (.+?) and later \|$/gm)]
    expect(rows.map(([, name, processors, versions]) => ({ name, processors, versions }))).toEqual(
      SUPPORTED.systems.map(({ name, processors }) => ({
        name,
        processors: processors.join(', '),
        versions: SUPPORTED.node.map((version) => version.join('.')).join(' or '),
      })),
    )
  })

  it('have the versions of Node.js in package.json', () => {
    const [oldest = [], next = []] = SUPPORTED.node
    const { engines } = JSON.parse(read('package.json'))
    expect(engines.node).toBe(`^${oldest.join('.')}.0 || >=${next.join('.')}.0`)
    expect(packages['']?.engines).toEqual(engines)
  })

  it('are those for which every native package has a binary', () => {
    const served = nativePackages().map((one) => new Set(one))
    const everywhere = [...(served[0] ?? [])].filter((machine) => served.every((one) => one.has(machine)))
    expect(everywhere.sort()).toEqual(
      SUPPORTED.systems.flatMap(({ platform, processors }) => processors.map((p) => `${platform}-${p}`)).sort(),
    )
  })

  it('get warnings of npm about three packages of Electron alone, and with Node.js 20 alone', () => {
    const processors = SUPPORTED.systems.flatMap((system) => system.processors)
    const warnedOf = (version: readonly [number, number]) =>
      Object.entries(packages).flatMap(([path, { cpu, engines, optional }]) => {
        const isInstalled = cpu ? cpu.some((processor) => processors.includes(processor)) : !optional
        return isInstalled && !isIn(engines?.node, version) ? [path.replace('node_modules/', '')] : []
      })
    expect(SUPPORTED.node.map(warnedOf)).toEqual([['@electron-internal/extract-zip', '@electron/get', 'electron'], []])
  })

  it('include those for which the lockfile replaces a range', () => {
    for (const [name, node] of Object.entries(ENGINES))
      expect(packages[`node_modules/${name}`]?.engines).toEqual({ node })
  })
})

describe('entries', () => {
  it.each([...ENTRIES, 'bin/bundled.mjs'])('of %s link nothing that an old Node.js lacks before the check', (entry) => {
    const first = read(entry).split('ifSupported(')[0] ?? ''
    const linked = importsOf(first).filter((name) => !/^node:(child_process|fs|path|url)$/.test(name))
    expect(linked).toEqual([expect.stringMatching(/\/supported\.mjs$/)])
    expect(importsOf(read('bin/supported.mjs'))).toEqual(['node:fs'])
  })

  it('of the bundled command line load everything else after the check', () => {
    const bundled = read('out/node/cli.js')
    expect(bundled).toContain('Sightline runs with')
    expect([...bundled.matchAll(/^import .*?from "(.+?)"/gm)].map(([, name]) => name)).toEqual(['node:fs'])
  })
})

/** For each native package, the systems and processors that it has binaries for, with glibc on Linux. */
function nativePackages(): string[][] {
  const folders = (folder: string) => readdirSync(join(root, 'node_modules', folder))
  const onnx = 'onnxruntime-node/bin/napi-v6'
  const ofLockfile = ['@img/sharp-', '@libsql/', '@napi-rs/canvas-', '@seydx/node-av-'].map((prefix) =>
    Object.entries(packages).flatMap(([path, { os, cpu, libc }]) => {
      if (!path.startsWith(`node_modules/${prefix}`) || libc?.includes('musl')) return []
      return os?.flatMap((system) => cpu?.map((processor) => `${system}-${processor}`) ?? []) ?? []
    }),
  )
  return [
    ...ofLockfile,
    folders(onnx).flatMap((system) => folders(join(onnx, system)).map((processor) => `${system}-${processor}`)),
    folders('usearch/prebuilds').flatMap((name) => {
      const [system, processors = ''] = name.split('-')
      return processors.split('+').map((processor) => `${system}-${processor}`)
    }),
  ]
}

/** Returns whether a range of the lockfile contains the first version of a minor one. */
function isIn(range = '*', [major, minor]: readonly [number, number]): boolean {
  return range.split('||').some((part) => {
    if (part.trim() === '*') return true
    const [, sign = '', from = '0', fromMinor = '0'] = /^\s*(\^|>=)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? []
    const isLater = major > Number(from) || (major === Number(from) && minor >= Number(fromMinor))
    return sign === '>=' ? isLater : isLater && major === Number(from)
  })
}
