import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeBinary } from '../../src/main/node-process.ts'
import { distConfig } from '../../tools/dist/config.mjs'
import { missingPackages } from '../../tools/dist/production-install.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const at = (path: string) => join(root, path)
const text = (path: string) => readFileSync(at(path), 'utf8')
const config = distConfig({})

describe('the packaged app', () => {
  it('has an Electron that can’t run as Node.js and loads its own archive only', () => {
    expect(config.electronFuses).toMatchObject({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  it('holds builds, resources and production packages, without source maps', () => {
    const taken = config.files.filter((pattern) => !pattern.startsWith('!'))
    expect(taken).toEqual(['package.json', 'out/**', 'resources/**'])
    expect(config.files).toContain('!**/*.map')
    // With its own list of exclusions, a system would get the whole folder.
    for (const system of [config.linux, config.mac, config.win]) expect(system).not.toHaveProperty('files')
  })

  it('unpacks all files that plain Node.js runs', () => {
    expect([...config.asarUnpack].sort()).toEqual(['node_modules/**', 'out/node/**', 'package.json', 'resources/**'])
  })

  it.each([
    ['linux', config.linux],
    ['darwin', config.mac],
    ['win32', config.win],
  ] as const)('brings Node.js where the app looks for it (%s)', (os, system) => {
    const expected = nodeBinary({ isPackaged: true, resourcesPath: 'resources', os, env: {} })
    const [node] = system.extraResources
    expect(join('resources', node?.to ?? '')).toBe(expected)
    const pinned = JSON.parse(text('tools/dist/package.json')).optionalDependencies
    const name = /node_modules\/(.+)\/bin/.exec(node?.from ?? '')?.[1]?.replace('$' + '{arch}', 'x64')
    expect(Object.keys(pinned)).toContain(name)
  })

  it('includes notices and the licences of all its parts', () => {
    const names = config.extraResources.map(({ to }) => to)
    expect(names).toEqual(
      expect.arrayContaining([
        'schemas',
        'LICENSE',
        'NOTICE',
        'THIRD_PARTY_NOTICES.md',
        'LICENSE.gpl-3.txt',
        'LICENSE.node.txt',
      ]),
    )
    for (const { from } of config.extraResources) expect(existsSync(at(from)), from).toBe(true)
  })

  it('has an icon of 1024 pixels', () => {
    const png = readFileSync(at(config.icon))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024])
  })

  it('opens workflow files, and leaves other JSON files to their app', () => {
    expect(config.linux.fileAssociations).toMatchObject([{ ext: 'sightline.json', mimeType: expect.any(String) }])
    expect(config.mac.fileAssociations).toMatchObject([{ ext: 'json', rank: 'Alternate' }])
    expect(config.win).not.toHaveProperty('fileAssociations')
    const script = text(config.nsis.include)
    expect(script).toContain('.json\\OpenWithProgids')
    expect(script).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\.json"/)
  })

  it('installs for one user or for all users, as the user chooses', () => {
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false })
  })

  it('allows V8 and native modules under the hardened runtime', () => {
    expect(config.mac.hardenedRuntime).toBe(true)
    for (const file of [config.mac.entitlements, config.mac.entitlementsInherit])
      for (const right of ['allow-jit', 'allow-unsigned-executable-memory', 'disable-library-validation'])
        expect(text(file)).toContain(`com.apple.security.cs.${right}`)
  })
})

describe('a build', () => {
  it('names no host and no person without an environment', () => {
    expect(config.publish).toBeNull()
    expect(config).not.toHaveProperty('extraMetadata')
    expect(config.linux).toMatchObject({ target: ['AppImage'], maintainer: 'Sightline maintainers' })
    expect(config.mac.notarize).toBe(false)
  })

  it('is a draft of a release where the environment names a repository', () => {
    const env = {
      GITHUB_REPOSITORY: 'ana/sight',
      SIGHTLINE_UPDATE_KEY: 'MCow',
      GITHUB_SERVER_URL: 'https://forge.example',
      APPLE_API_KEY: 'key.p8',
    }
    const release = distConfig({ ...env, SIGHTLINE_MAINTAINER: 'Ana <ana@forge.example>' })
    expect(release.publish).toEqual([{ provider: 'github', owner: 'ana', repo: 'sight', releaseType: 'draft' }])
    expect(release.extraMetadata).toEqual({ homepage: 'https://forge.example/ana/sight', updateKey: 'MCow' })
    expect(release.linux).toMatchObject({ target: ['AppImage', 'deb'], maintainer: 'Ana <ana@forge.example>' })
    expect(release.mac.notarize).toBe(true)
  })

  it('has no updates without a key for them', () => {
    const release = distConfig({ GITHUB_REPOSITORY: 'ana/sight' })
    expect([release.publish, release.extraMetadata]).toEqual([null, undefined])
  })

  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  it('is refused when packages that ship are missing or have a different version', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-dist-'))
    folders.push(folder)
    const packages = {
      '': {},
      'node_modules/here': { version: '1.0.0' },
      'node_modules/old': { version: '2.0.0' },
      'node_modules/gone': { version: '1.0.0', os: ['linux'] },
      'node_modules/for-windows': { version: '1.0.0', os: ['win32'], optional: true },
      'node_modules/tool': { version: '1.0.0', dev: true },
    }
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    for (const name of ['here', 'old']) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{"version":"1.0.0"}')
    }
    expect(missingPackages({ root: folder, system: 'linux', processor: 'x64' })).toEqual([
      'node_modules/old is 1.0.0, not 2.0.0',
      'node_modules/gone is missing',
    ])
  })
})
