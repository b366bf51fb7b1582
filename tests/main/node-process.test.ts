import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeBinary, outsideArchive, platformEnvironment } from '../../src/main/node-process.ts'

const installed = { isPackaged: true, resourcesPath: join(sep, 'app', 'resources'), os: 'linux', env: {} }

describe('the Node.js of the desktop app', () => {
  it('is the one beside a packaged app, regardless of the environment', () => {
    expect(nodeBinary({ ...installed, env: { SIGHTLINE_NODE: '/evil' } })).toBe(join(sep, 'app', 'resources', 'node'))
    expect(nodeBinary({ ...installed, os: 'win32' })).toBe(join(sep, 'app', 'resources', 'node.exe'))
  })

  it('is the one that started an app that is not packaged', () => {
    const unpacked = { ...installed, isPackaged: false }
    expect(nodeBinary({ ...unpacked, env: { SIGHTLINE_NODE: '/a', npm_node_execpath: '/b' } })).toBe('/a')
    expect(nodeBinary({ ...unpacked, env: { npm_node_execpath: '/b' } })).toBe('/b')
    expect(() => nodeBinary(unpacked)).toThrow('SIGHTLINE_NODE')
  })

  it('loads no code that the environment of a packaged app names', () => {
    const env = { NODE_OPTIONS: '--require=/evil.js', Node_Path: '/evil', PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' }
    const kept = { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' }
    expect(platformEnvironment({ isPackaged: true, env })).toEqual(kept)
    expect(platformEnvironment({ isPackaged: false, env })).toEqual(env)
  })

  it('reads files that are unpacked beside the archive', () => {
    const inside = join(sep, 'app', 'resources', 'app.asar', 'out', 'node', 'platform.js')
    expect(outsideArchive(inside)).toBe(
      join(sep, 'app', 'resources', 'app.asar.unpacked', 'out', 'node', 'platform.js'),
    )
    expect(outsideArchive(join(sep, 'repo', 'out', 'node', 'platform.js'))).not.toContain('unpacked')
  })
})
