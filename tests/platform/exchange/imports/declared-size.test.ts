import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NeutralShape } from '../../../../src/platform/datasets/labels/neutral.ts'
import {
  addEvidence,
  relationOf,
  type SizePair,
  sizingOf,
  toUpright,
} from '../../../../src/platform/exchange/imports/fit/declared-size.ts'
import { placedShape } from '../../../../src/platform/exchange/imports/fit/placed-shape.ts'

const size = (width: number, height: number) => ({ width, height })
const box = (x: number, y: number, w: number, h: number): NeutralShape => ({ type: 'bbox', box: { x, y, w, h } })
const pair = (declared: [number, number], upright: [number, number], orientation = 1): SizePair => ({
  declared: size(...declared),
  upright: size(...upright),
  orientation,
})

/** What becomes of the labels of an image, by themselves. */
function sizing(of: SizePair, ...shapes: NeutralShape[]): string {
  const evidence = { onlyDeclared: false, onlyUpright: false }
  for (const shape of shapes) addEvidence(evidence, shape, of)
  return sizingOf(relationOf(of), evidence, evidence)
}

describe('a declared size', () => {
  it.each([
    ['is that of the image', pair([100, 200], [100, 200], 6), 'same'],
    ['is rounded otherwise', pair([101, 200], [100, 200]), 'same'],
    ['is that of the stored pixels', pair([200, 100], [100, 200], 6), 'turned'],
    ['is that of the stored pixels before they were resized', pair([2000, 1000], [100, 200], 8), 'turned'],
    ['is that of the image before it was resized', pair([2000, 1000], [200, 100]), 'scaled'],
    ['has rounded sides', pair([1333, 1000], [640, 480]), 'scaled'],
    ['has its sides swapped', pair([200, 100], [100, 200], 1), 'swapped'],
    ['is square, as the image', pair([640, 640], [100, 100], 6), 'scaled'],
    ['is of another form', pair([640, 640], [1920, 1080]), 'other'],
  ])('that %s is recognised', (_, of, relation) => {
    expect(relationOf(of)).toBe(relation)
  })
})

describe('labels', () => {
  const stored = pair([200, 100], [100, 200], 6)

  it('of stored pixels are turned upright', () => {
    expect(sizing(stored, box(10, 20, 30, 40), box(150, 20, 30, 40))).toBe('turned')
    expect(toUpright(box(10, 20, 30, 40), stored)).toEqual(box(40, 10, 40, 30))
    expect(toUpright(box(150, 20, 30, 40), stored)).toEqual(box(40, 150, 40, 30))
  })

  it('that fit only into the upright image stay, although the size is that of the stored pixels', () => {
    expect(sizing(stored, box(10, 20, 30, 40), box(40, 150, 40, 30))).toBe('kept')
  })

  it('of a resized image are scaled', () => {
    const resized = pair([2000, 1000], [200, 100])
    expect(sizing(resized, box(100, 200, 300, 400))).toBe('scaled')
    expect(toUpright(box(100, 200, 300, 400), resized)).toEqual(box(10, 20, 30, 40))
    expect(toUpright(box(20, 30, 100, 60), resized)).toEqual(box(2, 3, 10, 6))
  })

  it('with swapped sides stay while they fit into the image, and are asked about otherwise', () => {
    const swapped = pair([200, 100], [100, 200])
    expect(sizing(swapped, box(40, 150, 40, 30))).toBe('kept')
    expect(sizing(swapped, box(10, 20, 30, 40))).toBe('kept')
    expect(sizing(swapped, box(150, 20, 30, 40))).toBe('asked')
  })

  it('that nothing explains are asked about, unless they fit into the image only', () => {
    const other = pair([640, 640], [1920, 1080])
    expect(sizing(other, box(10, 20, 30, 40))).toBe('asked')
    expect(sizing(other, box(1500, 20, 30, 40))).toBe('kept')
  })

  it('follow the other images of the archive where they show nothing themselves', () => {
    const none = { onlyDeclared: false, onlyUpright: false }
    expect(sizingOf('turned', none, { ...none, onlyUpright: true })).toBe('kept')
    expect(sizingOf('turned', none, { onlyDeclared: true, onlyUpright: true })).toBe('turned')
    expect(sizingOf('turned', { ...none, onlyDeclared: true }, { onlyDeclared: true, onlyUpright: true })).toBe(
      'turned',
    )
  })

  it('are moved as the pixels of the image are, in every orientation and shape', () => {
    // The corner of the stored image that is the upper left one of the upright image, and the direction of its rows.
    const UPPER_LEFT: Record<number, [x: number, y: number]> = { 5: [0, 0], 6: [0, 1], 7: [1, 1], 8: [1, 0] }
    const sides = fc.record({ width: fc.integer({ min: 1, max: 50 }), height: fc.integer({ min: 1, max: 50 }) })
    fc.assert(
      fc.property(sides, fc.constantFrom(5, 6, 7, 8), fc.nat(99), fc.nat(99), (raw, orientation, a, b) => {
        const of = { declared: raw, upright: size(raw.height, raw.width), orientation }
        const point = { x: (a / 100) * raw.width, y: (b / 100) * raw.height }
        const [left, top] = UPPER_LEFT[orientation] as [number, number]
        const expected = {
          x: top === 0 ? point.y : raw.height - point.y,
          y: left === 0 ? point.x : raw.width - point.x,
        }
        expect(toUpright({ type: 'keypoint', point }, of)).toEqual({ type: 'keypoint', point: expected })
        const ring = [point, { x: 0, y: 0 }, { x: raw.width, y: 0 }]
        const moved = toUpright({ type: 'polygon', rings: [ring] }, of)
        expect(moved).toMatchObject({ rings: [[expected, {}, {}]] })
      }),
    )
  })

  it('are placed by the answer of the confirmation', () => {
    const staged = { unit: 'pixels', declared: '{"width":200,"height":200,"orientation":1}', sizing: 'asked' } as const
    const options = { format: 'coco', size: size(400, 100), box_base: null } as const
    const shape = box(10, 20, 30, 40)
    expect(placedShape(staged, shape, { ...options, size_choice: 'keep' })).toEqual(shape)
    expect(placedShape(staged, shape, { ...options, size_choice: 'scale' })).toEqual(box(20, 10, 60, 20))
    expect(placedShape(staged, shape, { ...options, size_choice: 'leave_out' })).toBeNull()
    expect(placedShape({ ...staged, sizing: 'kept' }, shape, { ...options, size_choice: null })).toEqual(shape)
  })
})
