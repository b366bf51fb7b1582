import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canUpdate, createUpdates, type Updater } from '../../src/main/updates.ts'

const HOUR = 3_600_000

/** A fake of electron-updater. */
function updaterDouble(check: () => Promise<unknown> = async () => null) {
  const checks = vi.fn(check)
  const updater = { logger: null, autoInstallOnAppQuit: true, checkForUpdates: checks } as unknown as Updater
  const load = vi.fn(async () => updater)
  return { updater, checks, load }
}

describe('updates', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const settle = () => vi.advanceTimersByTimeAsync(1)

  it('send no request until they are turned on', async () => {
    const { load } = updaterDouble()
    createUpdates({ load, log: () => {} }).turn(false)
    await vi.advanceTimersByTimeAsync(72 * HOUR)
    expect(load).not.toHaveBeenCalled()
  })

  it('are checked for at once and daily, and no longer when turned off', async () => {
    const { updater, checks, load } = updaterDouble()
    const updates = createUpdates({ load, log: () => {} })
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
      .mockImplementationOnce(async () => ({ downloadPromise: Promise.reject(new Error('disk is full')) }))
      .mockResolvedValue(null)
    const { checks, load } = updaterDouble(failing)
    createUpdates({ load, log }).turn(true)
    await vi.advanceTimersByTimeAsync(25 * HOUR)
    expect(checks).toHaveBeenCalledTimes(2)
    expect(log.mock.calls.flat()).toEqual(['Update: no network', 'Update: disk is full'])
  })

  it('log an updater that can’t be loaded, and retry the next day', async () => {
    const log = vi.fn()
    const load = vi.fn(() => Promise.reject(new Error('not there')))
    createUpdates({ load, log }).turn(true)
    await settle()
    expect(log).toHaveBeenCalledWith('Update: not there')
    await vi.advanceTimersByTimeAsync(25 * HOUR)
    expect(load).toHaveBeenCalledTimes(2)
  })
})

describe('an app that can be updated', () => {
  it('is packaged and was built for a release', () => {
    const resourcesPath = mkdtempSync(join(tmpdir(), 'sightline-updates-'))
    try {
      expect(canUpdate({ isPackaged: true, resourcesPath })).toBe(false)
      writeFileSync(join(resourcesPath, 'app-update.yml'), '')
      expect(canUpdate({ isPackaged: true, resourcesPath })).toBe(true)
      expect(canUpdate({ isPackaged: false, resourcesPath })).toBe(false)
    } finally {
      rmSync(resourcesPath, { recursive: true })
    }
  })
})
