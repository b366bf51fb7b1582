import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSettings, followSettings } from '../../src/app/settings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const file = () => join(folder, 'settings.json')
const DEFAULTS = {
  shortcuts: {},
  theme: 'system',
  tour_done: false,
  notify_run_end: false,
  updates: false,
  tour_step: '',
  preview: true,
  preview_figures: true,
  preview_pictures: true,
  outline: false,
  panel_sizes: {},
  model_hub: '',
  download_proxy: '',
}

describe('settings', () => {
  it('are the defaults before anything was changed', async () => {
    expect(await createSettings(file()).get()).toEqual(DEFAULTS)
  })

  it('keep changes, also across restarts', async () => {
    expect(await createSettings(file()).set({ theme: 'dark' })).toEqual({ ...DEFAULTS, theme: 'dark' })
    expect(await createSettings(file()).get()).toEqual({ ...DEFAULTS, theme: 'dark' })
  })

  it('lose none of several concurrent changes, and leave only the file behind', async () => {
    const settings = createSettings(file())
    await Promise.all([
      settings.set({ theme: 'light' }),
      settings.set({ tour_done: true }),
      settings.set({ theme: 'dark' }),
    ])
    expect(await settings.get()).toEqual({ ...DEFAULTS, theme: 'dark', tour_done: true })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it.each(['{"theme": "da', '', '[]', 'null', '\u0000\u0000'])(
    'of the broken file %j are the defaults, and the file is set aside',
    async (text) => {
      writeFileSync(file(), text)
      const settings = createSettings(file())
      expect(await settings.get()).toEqual(DEFAULTS)
      expect(await settings.set({ tour_done: true })).toEqual({ ...DEFAULTS, tour_done: true })
      const aside = readdirSync(folder).filter((name) => name.startsWith('settings.json.broken-'))
      expect(aside).toHaveLength(1)
      expect(readFileSync(join(folder, aside[0] as string), 'utf8')).toBe(text)
    },
  )

  it('keep the valid fields of a file with an invalid one', async () => {
    writeFileSync(file(), JSON.stringify({ theme: 'purple', tour_done: true, later: 1 }))
    expect(await createSettings(file()).get()).toEqual({ ...DEFAULTS, tour_done: true })
  })

  it('report in a sentence that they could not be written', async () => {
    writeFileSync(join(folder, 'not-a-folder'), '')
    const settings = createSettings(join(folder, 'not-a-folder', 'settings.json'))
    await expect(settings.set({ tour_done: true })).rejects.toMatchObject({
      message: expect.stringContaining('settings.json'),
    })
  })
})

describe('settings that are followed', () => {
  it('are reported at once and after each change, and equal those of the store', async () => {
    const store = createSettings(file())
    await store.set({ updates: true })
    const heard: unknown[] = []
    const followed = followSettings(store, ({ updates, theme }) => heard.push([updates, theme]))
    expect(await followed.get()).toEqual({ ...DEFAULTS, updates: true })
    expect(heard).toEqual([[true, 'system']])
    expect(await followed.set({ updates: false, theme: 'dark' })).toEqual({ ...DEFAULTS, theme: 'dark' })
    expect(heard).toEqual([
      [true, 'system'],
      [false, 'dark'],
    ])
  })
})
