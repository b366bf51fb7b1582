import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { createUpdates, type Updater, updateKeyOf } from '../../src/main/updates.ts'
import { signFeeds } from '../../tools/dist/sign-feeds.mjs'

const HOUR = 3_600_000

function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}
const keys = newKeys()
const FEED = {
  version: '1.2.3',
  files: [{ url: 'Sightline-1.2.3-linux-x64.AppImage', sha512: 'aGFzaA==', size: 9 }],
  path: 'Sightline-1.2.3-linux-x64.AppImage',
  releaseDate: '2026-01-01',
}

/** The feed as the release has it. */
function signed(feed: object = FEED, by = keys): typeof FEED & { signature: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-feeds-'))
  try {
    writeFileSync(join(folder, 'latest-linux.yml'), stringify(feed))
    writeFileSync(join(folder, 'other.yml'), 'a: 1')
    expect(signFeeds(folder, by)).toEqual(['latest-linux.yml'])
    return parse(readFileSync(join(folder, 'latest-linux.yml'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A fake of electron-updater. */
function updaterDouble(
  check: () => Promise<unknown> = async () => null,
  download: () => Promise<unknown> = async () => [],
) {
  const checks = vi.fn(check)
  const downloads = vi.fn(download)
  const given = { logger: null, autoDownload: true, autoInstallOnAppQuit: true }
  const updater = { ...given, checkForUpdates: checks, downloadUpdate: downloads } as unknown as Updater
  const load = vi.fn(async () => updater)
  return { updater, checks, downloads, load }
}

describe('updates', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const settle = () => vi.advanceTimersByTimeAsync(1)

  it('send no request until they are turned on', async () => {
    const { load } = updaterDouble()
    createUpdates({ load, key: keys.publicKey, log: () => {} }).turn(false)
    await vi.advanceTimersByTimeAsync(72 * HOUR)
    expect(load).not.toHaveBeenCalled()
  })

  it('are checked for at once and daily, and no longer when turned off', async () => {
    const { updater, checks, load } = updaterDouble()
    const updates = createUpdates({ load, key: keys.publicKey, log: () => {} })
    updates.turn(true)
    updates.turn(true)
    await settle()
    expect(checks).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    expect(checks).toHaveBeenCalledTimes(3)
    expect(load).toHaveBeenCalledTimes(1)
    updates.turn(false)
    await vi.advanceTimersByTimeAsync(48 * HOUR)
    expect(checks).toHaveBeenCalledTimes(3)
    expect(updater.autoInstallOnAppQuit).toBe(false)
    updates.turn(true)
    await settle()
    expect(checks).toHaveBeenCalledTimes(4)
    expect(updater.autoInstallOnAppQuit).toBe(true)
  })

  it('log failures of checks and downloads, and retry the next day', async () => {
    const log = vi.fn()
    const failing = vi
      .fn()
      .mockRejectedValueOnce(new Error('no network'))
      .mockResolvedValueOnce({ isUpdateAvailable: true, updateInfo: signed() })
      .mockResolvedValue(null)
    const { checks, load } = updaterDouble(failing, () => Promise.reject(new Error('disk is full')))
    createUpdates({ load, key: keys.publicKey, log }).turn(true)
    await vi.advanceTimersByTimeAsync(25 * HOUR)
    expect(checks).toHaveBeenCalledTimes(2)
    expect(log.mock.calls.flat()).toEqual(['Update: no network', 'Update: disk is full'])
  })

  it('log an updater that can’t be loaded, and retry the next day', async () => {
    const log = vi.fn()
    const load = vi.fn(() => Promise.reject(new Error('not there')))
    createUpdates({ load, key: keys.publicKey, log }).turn(true)
    await settle()
    expect(log).toHaveBeenCalledWith('Update: not there')
    await vi.advanceTimersByTimeAsync(25 * HOUR)
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('the feed of an update', () => {
  async function offered(updateInfo: object) {
    const log = vi.fn()
    const { updater, downloads, load } = updaterDouble(async () => ({ isUpdateAvailable: true, updateInfo }))
    createUpdates({ load, key: keys.publicKey, log }).turn(true)
    await vi.waitFor(() => expect(downloads.mock.calls.length + log.mock.calls.length).toBe(1))
    expect(updater.autoDownload).toBe(false)
    return { downloads: downloads.mock.calls.length, said: log.mock.calls.flat() }
  }

  it('is downloaded from when the release has signed it', async () => {
    expect(await offered(signed())).toEqual({ downloads: 1, said: [] })
  })

  it.each([
    ['no signature', FEED],
    ['the signature of another key', signed(FEED, newKeys())],
    ['another hash than was signed', { ...signed(), files: [{ ...FEED.files[0], sha512: 'b3RoZXI=' }] }],
    ['another version than was signed', { ...signed(), version: '1.2.4' }],
    ['another file beside the signed ones', { ...signed(), files: [...FEED.files, ...FEED.files] }],
    ['no files', signed({ ...FEED, files: [] })],
    ['a signature that is no text', { ...FEED, signature: 3 }],
  ])('is refused with %s', async (_, feed) => {
    const said = [`Update: Version ${feed.version} is not signed, and was not downloaded.`]
    expect(await offered(feed)).toEqual({ downloads: 0, said })
  })

  it('is not signed with a key that the app was not built with', () => {
    const { privateKey } = newKeys()
    expect(() => signed(FEED, { publicKey: keys.publicKey, privateKey })).toThrow(/is not the key of/)
  })
})

describe('an app that can be updated', () => {
  it('is packaged and was built for a release, with a key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-updates-'))
    const app = { isPackaged: true, resourcesPath: folder, appPath: folder }
    try {
      writeFileSync(join(folder, 'package.json'), '{"updateKey":"MCow"}')
      expect(updateKeyOf(app)).toBeNull()
      writeFileSync(join(folder, 'app-update.yml'), '')
      expect(updateKeyOf(app)).toBe('MCow')
      expect(updateKeyOf({ ...app, isPackaged: false })).toBeNull()
      writeFileSync(join(folder, 'package.json'), '{}')
      expect(updateKeyOf(app)).toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
