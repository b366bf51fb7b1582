import { expect, test } from 'vitest'
import { FIRST_CHOICE, PRESETS, requestOf } from '../../../../src/renderer/screens/data/derive/derive-choice.ts'

test('settings that change nothing are left out of the request', () => {
  const { augment } = requestOf({ ...FIRST_CHOICE, augment: { ...PRESETS.light, brightness: 0, contrast: 0 } })
  expect(augment).toEqual({
    copies: 2,
    include_originals: true,
    flip_horizontal: 0.5,
    saturation: { min: 0.85, max: 1.15 },
  })
})

test('a turn and a scale go to both sides', () => {
  const { augment } = requestOf({ ...FIRST_CHOICE, augment: { ...PRESETS.strong, rotate: 10, scale: 25 } })
  expect(augment).toMatchObject({ rotate: { min: -10, max: 10 }, scale: { min: 0.75, max: 1.25 } })
})

test('tiles are asked for by rows and columns or by their side, never by both', () => {
  const tile = { ...FIRST_CHOICE.tile, overlap: 25 }
  expect(requestOf({ ...FIRST_CHOICE, kind: 'tile', tile }).tile).toEqual({ rows: 2, columns: 2, overlap: 0.25 })
  const bySize = { ...tile, by: 'size' as const }
  expect(requestOf({ ...FIRST_CHOICE, kind: 'tile', tile: bySize }).tile).toEqual({ size: 640, overlap: 0.25 })
})
