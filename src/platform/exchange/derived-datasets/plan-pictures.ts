/** Plans the pictures that are made of an image. Equal settings, seeds and images have equal plans on every machine. */
import { createHash } from 'node:crypto'
import type { AugmentSettings, DatasetDerive, TileSettings } from '../../../shared/api/derived-datasets.ts'
import { type Affine, IDENTITY, inTurn, rotation, scaling, translation } from '../../../shared/domain/affine.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import { seededRandom } from '../../../shared/domain/seeded-random.ts'
import { tilesOf } from '../../../shared/domain/tiles.ts'
import type { PixelChange } from '../../../shared/engine-contract/picture-change.ts'

export interface PlannedPicture {
  /** Distinguishes the picture from others of its image. */
  mark: string
  size: Size
  /** From pixels of the image to those of the picture. */
  map: Affine
  change: PixelChange | null
}

export type DeriveSettings = Pick<DatasetDerive, 'augment' | 'tile' | 'seed' | 'min_visible'>

/** More tiles of one image are refused. */
export const MOST_TILES = 1024

type SourcePicture = Size & { sha256: string }

export function planPictures({ augment, tile, seed }: DeriveSettings, image: SourcePicture): PlannedPicture[] {
  if (tile) return tilePlan(tile, image)
  if (!augment) return []
  return Array.from({ length: augment.copies }, (_, i) =>
    copyPlan(augment, image, drawing(seed, image.sha256, i), i + 1),
  )
}

/** The number of pictures of an image, without their plans. */
export function countPictures({ augment, tile }: DeriveSettings, { width, height }: Size): number {
  if (!tile) return augment ? augment.copies : 0
  if (tile.size === undefined) return (tile.rows ?? 1) * (tile.columns ?? 1)
  const step = Math.max(1, tile.size - Math.round(tile.size * tile.overlap))
  const along = (length: number) => Math.max(1, Math.ceil((length - (tile.size as number)) / step) + 1)
  return along(width) * along(height)
}

function drawing(seed: number, sha256: string, copy: number): () => number {
  return seededRandom(createHash('sha256').update(`${seed} ${sha256} ${copy}`).digest().readInt32LE(0))
}

function tilePlan(tile: TileSettings, { width, height }: Size): PlannedPicture[] {
  const place = (x: number, y: number, w: number, h: number, row: number, column: number): PlannedPicture => ({
    mark: `r${row + 1}-c${column + 1}`,
    size: { width: w, height: h },
    map: translation(0 - x, 0 - y),
    change: null,
  })
  if (tile.size !== undefined) {
    const tiles = tilesOf({ x1: 0, y1: 0, x2: width, y2: height }, { size: tile.size, overlap: tile.overlap })
    const columns = tiles.filter(({ y1 }) => y1 === 0).length
    return tiles.map(({ x1, y1, x2, y2 }, i) => place(x1, y1, x2 - x1, y2 - y1, Math.floor(i / columns), i % columns))
  }
  const rows = spans(height, tile.rows ?? 1, tile.overlap)
  const columns = spans(width, tile.columns ?? 1, tile.overlap)
  return rows.flatMap(([y, below], row) =>
    columns.map(([x, right], column) => place(x, y, right - x, below - y, row, column)),
  )
}

/** Equal parts of a length in whole pixels that overlap by a share of them, and cover it. */
function spans(length: number, count: number, overlap: number): [number, number][] {
  // The length of n parts of the size s that overlap by o·s is s·(n - (n - 1)·o).
  const size = length / (count - (count - 1) * overlap)
  return Array.from({ length: count }, (_, i) => {
    const from = Math.min(length - 1, Math.max(0, Math.round(i * size * (1 - overlap))))
    const to = i === count - 1 ? length : Math.round(i * size * (1 - overlap) + size)
    return [from, Math.max(from + 1, Math.min(length, to))]
  })
}

/** Numbers are drawn in one order, whichever settings there are, so that one setting does not change the others. */
function copyPlan(settings: AugmentSettings, image: Size, random: () => number, copy: number): PlannedPicture {
  const { width, height } = image
  const drawn = (range: { min: number; max: number } | undefined, usual: number) => {
    const share = random()
    return range ? range.min + share * (range.max - range.min) : usual
  }
  const isDrawn = (chance: number | undefined) => random() < (chance ?? 0)
  const isMirrored = isDrawn(settings.flip_horizontal)
  const isTurned = isDrawn(settings.flip_vertical)
  const degrees = drawn(settings.rotate, 0)
  const scale = drawn(settings.scale, 1)
  const [right, down] = [random(), random()]
  const brightness = drawn(settings.brightness, 1)
  const contrast = drawn(settings.contrast, 1)
  const saturation = drawn(settings.saturation, 1)
  const blur = drawn(settings.blur, 0)
  const noise = drawn(settings.noise, 0)
  const isGrey = isDrawn(settings.grayscale)
  const seed = Math.floor(random() * 2 ** 31)
  const cutouts = Array.from({ length: settings.cutout?.count ?? 0 }, () => {
    const [w, h] = [width * (settings.cutout?.size ?? 0), height * (settings.cutout?.size ?? 0)]
    return {
      x: Math.round(random() * (width - w)),
      y: Math.round(random() * (height - h)),
      w: Math.round(w),
      h: Math.round(h),
    }
  })
  const flip = inTurn(
    isMirrored ? inTurn(scaling(-1, 1), translation(width, 0)) : IDENTITY,
    isTurned ? inTurn(scaling(1, -1), translation(0, height)) : IDENTITY,
  )
  const turn =
    degrees === 0
      ? IDENTITY
      : inTurn(translation(-width / 2, -height / 2), rotation(degrees), translation(width / 2, height / 2))
  const place = scale > 1 ? [right, down] : [0.5, 0.5]
  const zoom =
    scale === 1
      ? IDENTITY
      : inTurn(
          scaling(scale, scale),
          translation(-(place[0] as number) * (scale - 1) * width, -(place[1] as number) * (scale - 1) * height),
        )
  const change = { brightness, contrast, saturation: isGrey ? 0 : saturation, blur, noise, seed, cutouts }
  return { mark: `${copy}`, size: { width, height }, map: inTurn(flip, turn, zoom), change }
}
