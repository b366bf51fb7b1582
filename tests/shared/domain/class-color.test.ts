import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLEAR_COLORS, classColor, classColors, classStyles, SHADES } from '../../../src/shared/domain/class-color.ts'
import { contrast, textOn } from '../../../src/shared/domain/contrast.ts'

const ALL = [...CLEAR_COLORS, ...SHADES]

type Triple = [number, number, number]

/** Linear sRGB as seen with one kind of cones missing: Machado, Oliveira and Fernandes (2009), severity 1. */
const SIGHTS: Record<string, readonly number[]> = {
  'all cones': [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}

function seen(color: string, sight: readonly number[]): Triple {
  const rgb = [1, 3, 5].map((i) => {
    const share = Number.parseInt(color.slice(i, i + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const row = (from: number) => rgb.reduce((sum, c, i) => sum + c * (sight[from + i] as number), 0)
  return oklab([row(0), row(3), row(6)].map((c) => Math.min(1, Math.max(0, c))) as Triple)
}

/** Björn Ottosson's Oklab, in which distances are perceptual. */
function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** 0.02 is just noticeable side by side. */
const nearest = (colors: readonly string[], sight: readonly number[]): number => {
  const all = colors.map((color) => seen(color, sight))
  return Math.min(
    ...all.flatMap((a, i) => all.slice(0, i).map((b) => Math.hypot(...a.map((x, k) => x - (b[k] as number))))),
  )
}

describe('the palette', () => {
  test.each(Object.entries(SIGHTS))('is distinguishable with %s', (name, sight) => {
    expect(nearest(CLEAR_COLORS, sight)).toBeGreaterThan(name === 'all cones' ? 0.13 : 0.085)
    expect(nearest(ALL, sight)).toBeGreaterThan(name === 'all cones' ? 0.08 : 0.045)
  })

  test('is visible on the panels of both themes, and carries text', () => {
    for (const color of CLEAR_COLORS) {
      expect(contrast(color, '#1b1e23'), color).toBeGreaterThan(2)
      expect(contrast(color, '#ffffff'), color).toBeGreaterThan(1.9)
    }
    for (const color of ALL) expect(contrast(color, textOn(color)), color).toBeGreaterThan(4.5)
  })
})

describe('the colours of a run', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 90 })

  test('differ as long as there are enough, the clear ones first', () => {
    fc.assert(
      fc.property(names, (all) => {
        const colors = [...classColors(all).values()]
        expect(new Set(colors).size).toBe(Math.min(all.length, ALL.length))
        if (all.length <= CLEAR_COLORS.length) for (const color of colors) expect(CLEAR_COLORS).toContain(color)
        const uses = ALL.map((color) => colors.filter((c) => c === color).length)
        expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('are a class’s own colour for the first class, and the same for the same list', () => {
    fc.assert(
      fc.property(names, (all) => {
        expect(classColors(all.slice(0, 1)).get(all[0] as string)).toBe(classColor(all[0] as string))
        expect(classColors([...all, ...all])).toEqual(classColors(all))
      }),
    )
  })

  test('of road users are the usual ones, whatever else a model finds', () => {
    const many = Array.from({ length: 60 }, (_, i) => `thing ${i}`)
    const road = ['person', 'bicycle', 'car', 'motorcycle', 'bus', 'truck', 'van']
    const colors = classColors([...many, ...road])
    for (const name of road) expect(colors.get(name), name).toBe(classColor(name))
    expect(new Set(road.map(classColor)).size).toBe(road.length)
  })

  test('give way to chosen ones', () => {
    const styles = classStyles(['red', 'green'], { green: { color: '#00ff00', label: 'go' }, other: { hidden: true } })
    expect(styles.green).toEqual({ color: '#00ff00', label: 'go' })
    expect(styles.red?.color).toBe(classColor('red'))
    expect(styles.other).toEqual({ hidden: true })
  })
})
