import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseHost, findElectron, hasDisplay } from '../../tools/start/find-electron.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightline-start-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const installPackage = () => put('node_modules/electron/package.json', '{"version":"45.4.1"}')
function installBinary(version = 'v45.4.1') {
  installPackage()
  put('node_modules/electron/dist/version', version)
  put('node_modules/electron/path.txt', 'electron')
  put('node_modules/electron/dist/electron', '')
}
const look = (env = {}) => findElectron({ root, env, platform: 'linux' })
const choose = (more = {}) =>
  chooseHost({ root, env: { DISPLAY: ':0' }, platform: 'linux', isRoot: false, wanted: null, ...more })

describe('Electron', () => {
  it('is found when its binary has the right version', () => {
    installBinary()
    expect(look().path).toBe(join(root, 'node_modules/electron/dist/electron'))
  })

  it('is missing for a reason that shows whether a download helps', () => {
    expect(look()).toMatchObject({ path: null, canInstall: false })
    installPackage()
    expect(look()).toMatchObject({ path: null, canInstall: true })
    installBinary('v44.0.0')
    expect(look()).toMatchObject({ path: null, canInstall: true, why: expect.stringContaining('44.0.0') })
  })

  it('is searched for at the path of the override, and nowhere else', () => {
    installBinary()
    put('own/electron', '')
    expect(look({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'own') }).path).toBe(join(root, 'own', 'electron'))
    expect(look({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'none') })).toMatchObject({ path: null, canInstall: false })
  })
})

describe('the start command', () => {
  it('opens the desktop window when there are a binary and a display', () => {
    installBinary()
    expect(choose()).toMatchObject({ host: 'electron', why: null })
  })

  it('uses the browser otherwise, and prints the reason', () => {
    installPackage()
    expect(choose()).toMatchObject({ host: 'web', why: expect.stringContaining('--electron') })
    installBinary()
    expect(choose({ env: {} })).toMatchObject({ host: 'web', why: 'there is no display here' })
    expect(choose({ isRoot: true })).toMatchObject({ host: 'web', why: expect.stringContaining('root') })
    expect(choose({ wanted: 'web' })).toEqual({ host: 'web', why: null })
  })

  it('detects a display if there is one', () => {
    expect(hasDisplay({ env: {}, platform: 'linux' })).toBe(false)
    expect(hasDisplay({ env: { WAYLAND_DISPLAY: 'wayland-0' }, platform: 'linux' })).toBe(true)
    expect(hasDisplay({ env: {}, platform: 'win32' })).toBe(true)
    expect(hasDisplay({ env: { SSH_CONNECTION: 'x' }, platform: 'darwin' })).toBe(false)
  })
})
