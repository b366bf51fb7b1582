import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { changedSettings, type Settings, SettingsChange, settingsChange } from '../../../src/shared/domain/settings.ts'

const shortcuts = fc.dictionary(
  fc.constantFrom('undo', 'redo', 'group', '__proto__'),
  fc.constantFrom<string[]>(['A'], ['B'], []),
)
const settings = (keys: Settings['shortcuts'] = {}): Settings => ({
  theme: 'dark',
  tour_done: false,
  preview: true,
  preview_figures: true,
  shortcuts: keys,
})

it('a change leads to the fields that it was computed for, regardless of earlier keys', () => {
  fc.assert(
    fc.property(shortcuts, shortcuts, (before, after) => {
      const change = settingsChange(settings(before), { theme: 'light', shortcuts: after })
      expect(Value.Check(SettingsChange, change)).toBe(true)
      expect(changedSettings(settings(before), change)).toEqual({ ...settings(after), theme: 'light' })
    }),
  )
})

it('a change keeps keys that another window set in the meantime', () => {
  const change = settingsChange(settings({ undo: ['A'] }), { shortcuts: { redo: ['B'] } })
  expect(change).toEqual({ shortcuts: { undo: null, redo: ['B'] } })
  expect(changedSettings(settings({ undo: ['A'], group: ['C'] }), change).shortcuts).toEqual({
    redo: ['B'],
    group: ['C'],
  })
  expect(settingsChange(settings({ undo: ['A'] }), { shortcuts: { undo: ['A'] } })).toEqual({ shortcuts: {} })
})
