import { expect, test } from 'vitest'
import { contrastingColor } from '../../../../src/renderer/base/ui/contrast-color.ts'
import { CLEAR_COLORS, SHADES } from '../../../../src/shared/domain/class-color.ts'
import { contrast } from '../../../../src/shared/domain/contrast.ts'
import { GEOMETRY_COLORS, geometryColor } from '../../../../src/shared/domain/geometry-color.ts'

/** Surfaces of charts and lanes, dark and light. */
const SURFACES = ['#1b1e23', '#101216', '#ffffff', '#eceef2']
const COLORS = [...CLEAR_COLORS, ...SHADES, ...Array.from({ length: GEOMETRY_COLORS }, (_, i) => geometryColor(i))]

test('every colour of a class, a line or a zone stands out from its surface', () => {
  for (const surface of SURFACES)
    for (const color of COLORS)
      expect(contrast(contrastingColor(color, surface), surface), `${color} on ${surface}`).toBeGreaterThanOrEqual(3)
})

test('a colour that already stands out is unchanged, and so is an invalid one', () => {
  expect(contrastingColor('#4c9be8', '#101216')).toBe('#4c9be8')
  expect(contrastingColor('#ffd23e', '')).toBe('#ffd23e')
  expect(contrastingColor('red', '#ffffff')).toBe('red')
})
