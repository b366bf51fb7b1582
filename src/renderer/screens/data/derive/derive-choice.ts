/** The choices for a data set that is made of another one, as the form holds them: shares in percent. */
import type { DatasetDerive } from '../../../../shared/api/derived-datasets.ts'

export interface AugmentChoice {
  copies: number
  hasOriginals: boolean
  /** Percent of the copies, here and for `flipVertical` and `grayscale`. */
  flipHorizontal: number
  flipVertical: number
  grayscale: number
  /** Degrees, to both sides. */
  rotate: number
  /** Percent, to both sides, here and for the next three. */
  scale: number
  brightness: number
  contrast: number
  saturation: number
  /** Pixels, at most. */
  blur: number
  /** The largest standard deviation of the noise, in levels from 0 to 255. */
  noise: number
  /** Number of black rectangles. */
  cutouts: number
}

export interface TileChoice {
  by: 'grid' | 'size'
  rows: number
  columns: number
  /** Pixels. */
  size: number
  /** Percent. */
  overlap: number
}

export type Kind = 'augment' | 'tile'
export type NumberOf<Choice> = { [K in keyof Choice]: Choice[K] extends number ? K : never }[keyof Choice]

export interface DeriveChoice {
  kind: Kind
  name: string
  augment: AugmentChoice
  tile: TileChoice
  /** Percent. */
  minVisible: number
  seed: number
}

const UNCHANGED: AugmentChoice = {
  copies: 2,
  hasOriginals: true,
  flipHorizontal: 0,
  flipVertical: 0,
  grayscale: 0,
  rotate: 0,
  scale: 0,
  brightness: 0,
  contrast: 0,
  saturation: 0,
  blur: 0,
  noise: 0,
  cutouts: 0,
}

export const PRESETS = {
  light: { ...UNCHANGED, flipHorizontal: 50, brightness: 15, contrast: 15, saturation: 15 },
  camera: { ...UNCHANGED, flipHorizontal: 50, rotate: 5, scale: 15, brightness: 25, contrast: 20, blur: 1.5, noise: 8 },
  strong: {
    ...UNCHANGED,
    copies: 3,
    flipHorizontal: 50,
    grayscale: 10,
    rotate: 15,
    scale: 30,
    brightness: 35,
    contrast: 35,
    saturation: 35,
    blur: 2,
    noise: 15,
    cutouts: 2,
  },
} as const satisfies Record<string, AugmentChoice>
export type Preset = keyof typeof PRESETS

export const FIRST_CHOICE: DeriveChoice = {
  kind: 'augment',
  name: '',
  augment: PRESETS.light,
  tile: { by: 'grid', rows: 2, columns: 2, size: 640, overlap: 10 },
  minVisible: 20,
  seed: 0,
}

/** Both ends of a factor that varies by a share of percent. */
const around = (percent: number) => ({ min: Math.max(0, 1 - percent / 100), max: 1 + percent / 100 })

type Request = Omit<DatasetDerive, 'name' | 'dry_run'>

/** Settings that change nothing are left out. */
export function requestOf({ kind, augment, tile, minVisible, seed }: DeriveChoice): Request {
  const shared = { seed, min_visible: minVisible / 100 }
  if (kind === 'tile') {
    const overlap = tile.overlap / 100
    const { rows, columns, size } = tile
    return { ...shared, tile: tile.by === 'size' ? { size, overlap } : { rows, columns, overlap } }
  }
  const { rotate, scale, blur, noise, cutouts } = augment
  const varied = (['brightness', 'contrast', 'saturation'] as const).filter((name) => augment[name] > 0)
  return {
    ...shared,
    augment: {
      copies: augment.copies,
      include_originals: augment.hasOriginals,
      ...(augment.flipHorizontal > 0 && { flip_horizontal: augment.flipHorizontal / 100 }),
      ...(augment.flipVertical > 0 && { flip_vertical: augment.flipVertical / 100 }),
      ...(augment.grayscale > 0 && { grayscale: augment.grayscale / 100 }),
      ...(rotate > 0 && { rotate: { min: -rotate, max: rotate } }),
      ...(scale > 0 && { scale: around(Math.min(75, scale)) }),
      ...Object.fromEntries(varied.map((name) => [name, around(augment[name])])),
      ...(blur > 0 && { blur: { min: 0, max: blur } }),
      ...(noise > 0 && { noise: { min: 0, max: noise } }),
      ...(cutouts > 0 && { cutout: { count: cutouts, size: 0.15 } }),
    },
  }
}
