import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ColorInfo, rgbToYuv } from '../../../src/engine/media/color.ts'
import { Letterboxer } from '../../../src/engine/media/letterbox.ts'
import { createSlot } from '../../../src/engine/media/slot.ts'
import { FITS } from '../../../src/shared/domain/conversion.ts'

const COLORS: ColorInfo[] = (['bt601', 'bt709', 'bt2020'] as const).flatMap((matrix) =>
  [false, true].map((fullRange) => ({ matrix, fullRange, primaries: 2, transfer: 2 })),
)
const GREY = 114 / 255

/** Textbook conversion of one YUV sample, straight from the definition of the matrix. */
function slowRgb([y, u, v]: readonly [number, number, number], { matrix, fullRange }: ColorInfo): number[] {
  const [kr, kb] = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722], bt2020: [0.2627, 0.0593] }[matrix] as [
    number,
    number,
  ]
  const luma = fullRange ? y / 255 : (y - 16) / 219
  const cb = fullRange ? (u - 128) / 255 : (u - 128) / 224
  const cr = fullRange ? (v - 128) / 255 : (v - 128) / 224
  const r = luma + 2 * (1 - kr) * cr
  const b = luma + 2 * (1 - kb) * cb
  const g = (luma - kr * r - kb * b) / (1 - kr - kb)
  return [r, g, b].map((c) => Math.max(0, Math.min(1, c)))
}

function flat(width: number, height: number, yuv: readonly [number, number, number], color: ColorInfo) {
  const { image } = createSlot({ width, height }, color)
  image.y.fill(yuv[0])
  image.u.fill(yuv[1])
  image.v.fill(yuv[2])
  return image
}

describe('letterbox', () => {
  it('keeps the aspect ratio and centres the image between grey bars', () => {
    const boxer = new Letterboxer()
    const color = COLORS[2] as ColorInfo
    const into = new Float32Array(3 * 64 * 64).fill(9)
    const fit = boxer.fit(flat(192, 96, [200, 128, 128], color), into, { width: 64, height: 64 })
    expect(fit).toEqual({
      scale: 1 / 3,
      padX: 0,
      padY: 16,
      originX: 0,
      originY: 0,
      imageArea: { x1: 0, y1: 16, x2: 64, y2: 48 },
    })
    const white = (200 - 16) / 219
    for (let c = 0; c < 3; c++) {
      for (let y = 0; y < 64; y++) {
        const expected = y < 16 || y >= 48 ? GREY : white
        for (const x of [0, 31, 63]) expect(into[c * 4096 + y * 64 + x]).toBeCloseTo(expected, 2)
      }
    }
  })

  it('converts every kind of colour by its definition', () => {
    const boxer = new Letterboxer()
    fc.assert(
      fc.property(
        fc.constantFrom(...COLORS),
        fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 })),
        (color, yuv) => {
          const into = new Float32Array(3 * 16 * 16)
          boxer.fit(flat(16, 16, yuv, color), into, { width: 16, height: 16 })
          for (const [c, expected] of slowRgb(yuv, color).entries()) {
            expect(Math.abs((into[c * 256 + 100] as number) - expected)).toBeLessThan(1.5 / 255)
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  it('inverts the conversion from RGB', () => {
    const boxer = new Letterboxer()
    for (const color of COLORS) {
      for (const rgb of [
        [255, 0, 0],
        [0, 255, 0],
        [0, 0, 255],
        [255, 255, 255],
        [20, 120, 220],
      ] as const) {
        const into = new Float32Array(3 * 8 * 8)
        boxer.fit(flat(8, 8, rgbToYuv(rgb, color), color), into, { width: 8, height: 8 })
        for (const [c, expected] of rgb.entries()) {
          expect(Math.abs((into[c * 64 + 20] as number) * 255 - expected)).toBeLessThan(3.5)
        }
      }
    }
  })

  it('maps points as reported, for any fit, region, target and odd sizes', () => {
    const boxer = new Letterboxer()
    const color = COLORS[3] as ColorInfo
    const coordinate = fc.double({ min: -50, max: 250, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(coordinate, coordinate, coordinate, coordinate),
        fc.constantFrom([64, 64], [96, 48], [40, 80]),
        fc.constantFrom([200, 121], [161, 200], [64, 64]),
        fc.constantFrom(...FITS),
        fc.constantFrom(1, 0.875),
        ([xa, ya, xb, yb], [tw, th], [w, h], fit, crop) => {
          const image = flat(w as number, h as number, [0, 128, 128], color)
          // A horizontal and a vertical ramp: luma at (x, y) is known everywhere.
          for (let y = 0; y < image.height; y++) {
            for (let x = 0; x < image.width; x++) image.y[y * image.strideY + x] = Math.round((x + y) / 2)
          }
          const target = { width: tw as number, height: th as number, fit, crop }
          const into = new Float32Array(3 * target.width * target.height)
          const region = { x1: Math.min(xa, xb), y1: Math.min(ya, yb), x2: Math.max(xa, xb), y2: Math.max(ya, yb) }
          const mapping = boxer.fit(image, into, target, region)
          const { scale, scaleY = scale, padX, padY, originX, originY } = mapping
          expect(originX % 2).toBe(0)
          expect(originY % 2).toBe(0)
          const right = Math.min(target.width, mapping.imageArea.x2)
          const bottom = Math.min(target.height, mapping.imageArea.y2)
          let worst = 0
          for (let y = 0; y < target.height; y++) {
            for (let x = 0; x < target.width; x++) {
              const value = (into[y * target.width + x] as number) * 255
              const sx = (x + 0.5 - padX) / scale + originX - 0.5
              const sy = (y + 0.5 - padY) / scaleY + originY - 0.5
              const inside = x >= padX + 2 && y >= padY + 2 && x < right - 3 && y < bottom - 3
              if (!inside) continue
              // Rounding the fitted size shifts points by less than a target pixel.
              worst = Math.max(worst, Math.abs(value - (sx + sy) / 2) - 1.5 / Math.min(scale, scaleY))
            }
          }
          expect(worst).toBeLessThan(1.5)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('fills all of the target when stretching, and reports the scale of each side', () => {
    const boxer = new Letterboxer()
    const color = COLORS[0] as ColorInfo
    const image = flat(192, 96, [40, 128, 128], color)
    for (let y = 48; y < 96; y++) image.y.fill(200, y * image.strideY, y * image.strideY + 192)
    const into = new Float32Array(3 * 64 * 64).fill(9)
    const fit = boxer.fit(image, into, { width: 64, height: 64, fit: 'stretch' })
    expect(fit).toEqual({
      scale: 64 / 192,
      scaleY: 64 / 96,
      padX: 0,
      padY: 0,
      originX: 0,
      originY: 0,
      imageArea: { x1: 0, y1: 0, x2: 64, y2: 64 },
    })
    const [dark] = slowRgb([40, 128, 128], color) as [number]
    const [light] = slowRgb([200, 128, 128], color) as [number]
    for (const [row, value] of [
      [0, dark],
      [30, dark],
      [33, light],
      [63, light],
    ] as const) {
      for (const column of [0, 31, 63]) expect(into[64 * row + column]).toBeCloseTo(value, 2)
    }
    const region = boxer.fit(image, into, { width: 64, height: 64, fit: 'stretch' }, { x1: 20, y1: 8, x2: 52, y2: 72 })
    expect(region).toMatchObject({ scale: 2, scaleY: 1, padX: 0, padY: 0, originX: 20, originY: 8 })
    boxer.free()
  })

  it('keeps the image at the top left, with bars of the wanted colour to the right and below', () => {
    const boxer = new Letterboxer()
    const color = COLORS[2] as ColorInfo
    const into = new Float32Array(3 * 64 * 64).fill(9)
    const target = { width: 64, height: 64, fit: 'letterbox_top_left', bars: [10, 20, 30] } as const
    const imageArea = { x1: 0, y1: 0, x2: 64, y2: 32 }
    const wide = boxer.fit(flat(192, 96, [200, 128, 128], color), into, target)
    expect(wide).toEqual({ scale: 1 / 3, padX: 0, padY: 0, originX: 0, originY: 0, imageArea })
    const white = (200 - 16) / 219
    for (const [c, bar] of target.bars.entries()) {
      for (const y of [0, 31, 32, 63]) {
        for (const x of [0, 63]) expect(into[c * 4096 + y * 64 + x]).toBeCloseTo(y < 32 ? white : bar / 255, 2)
      }
    }
    boxer.fit(flat(96, 192, [200, 128, 128], color), into, target)
    for (const [x, value] of [
      [0, white],
      [31, white],
      [32, 10 / 255],
      [63, 10 / 255],
    ] as const) {
      for (const y of [0, 63]) expect(into[y * 64 + x]).toBeCloseTo(value, 2)
    }
    boxer.free()
  })

  it('crops the centre of an image or of a region, and reports the area of all of it', () => {
    const boxer = new Letterboxer()
    const color = COLORS[2] as ColorInfo
    const image = flat(200, 100, [40, 128, 128], color)
    // The centre of the frame: columns 50 to 150.
    for (let y = 0; y < 100; y++) image.y.fill(200, y * image.strideY + 50, y * image.strideY + 150)
    const into = new Float32Array(3 * 32 * 32)
    const fit = boxer.fit(image, into, { width: 32, height: 32, fit: 'center_crop' })
    expect(fit).toEqual({
      scale: 0.32,
      scaleY: 0.32,
      padX: 0,
      padY: 0,
      originX: 50,
      originY: 0,
      imageArea: { x1: -16, y1: 0, x2: 48, y2: 32 },
    })
    const white = (200 - 16) / 219
    for (const x of [0, 16, 31]) expect(into[16 * 32 + x]).toBeCloseTo(white, 2)
    // Four fifths of the shorter side, as a resize to 40 and a crop to 32.
    const smaller = boxer.fit(image, into, { width: 32, height: 32, fit: 'center_crop', crop: 0.8 })
    expect(smaller).toMatchObject({ scale: 0.4, scaleY: 0.4, originX: 60, originY: 10 })
    const region = { x1: 0, y1: 20, x2: 60, y2: 100 }
    const part = boxer.fit(image, into, { width: 32, height: 16, fit: 'center_crop' }, region)
    expect(part).toMatchObject({ scale: 32 / 60, scaleY: 16 / 30, originX: 0, originY: 44 })
    const { imageArea } = part
    expect(imageArea.y1).toBeCloseTo((-24 * 16) / 30)
    expect(imageArea.y2).toBeCloseTo((56 * 16) / 30)
    boxer.free()
  })

  it('gives the same result for a whole frame as for a region of all of it, at any sizes', () => {
    const boxer = new Letterboxer()
    const side = fc.integer({ min: 17, max: 200 })
    const room = fc.oneof(side, fc.constantFrom(32, 64, 96, 160))
    fc.assert(
      fc.property(fc.constantFrom(...COLORS), side, side, room, room, (color, w, h, tw, th) => {
        const image = flat(w, h, [0, 128, 128], color)
        for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) image.y[y * image.strideY + x] = 40 + ((x + 2 * y) >> 2)
        for (let i = 0; i < image.u.length; i++) image.u[i] = 100 + ((i % image.strideUV) >> 2)
        const target = { width: tw, height: th }
        const whole = new Float32Array(3 * tw * th)
        const region = new Float32Array(3 * tw * th)
        const fit = boxer.fit(image, whole, target)
        expect(boxer.fit(image, region, target, { x1: 0, y1: 0, x2: w, y2: h })).toEqual(fit)
        const worst = whole.reduce((most, v, i) => Math.max(most, Math.abs(v - (region[i] as number))), 0)
        expect(worst).toBeLessThan(3 / 255)
      }),
      { numRuns: 60 },
    )
    boxer.free()
  })

  it('fits a region of the frame and nothing around it', () => {
    const boxer = new Letterboxer()
    const color = COLORS[3] as ColorInfo
    const image = flat(128, 128, [50, 128, 128], color)
    for (let y = 32; y < 64; y++) image.y.fill(200, y * image.strideY + 32, y * image.strideY + 96)
    const into = new Float32Array(3 * 32 * 32)
    const fit = boxer.fit(image, into, { width: 32, height: 32 }, { x1: 32, y1: 32, x2: 96, y2: 64 })
    expect(fit).toEqual({
      scale: 0.5,
      padX: 0,
      padY: 8,
      originX: 32,
      originY: 32,
      imageArea: { x1: 0, y1: 8, x2: 32, y2: 24 },
    })
    for (let y = 8; y < 24; y++) for (let x = 0; x < 32; x++) expect(into[y * 32 + x]).toBeCloseTo(200 / 255, 2)
    expect(into[0]).toBeCloseTo(GREY, 5)
  })

  it('rejects a tensor that is too small', () => {
    const image = flat(16, 16, [0, 0, 0], COLORS[0] as ColorInfo)
    expect(() => new Letterboxer().fit(image, new Float32Array(10), { width: 16, height: 16 })).toThrow(RangeError)
  })
})
