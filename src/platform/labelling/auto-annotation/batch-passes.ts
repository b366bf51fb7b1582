/** The measure of a batch: the same function for its quote, its hold and its charge. */
import type { Size } from '../../../shared/domain/geometry.ts'
import { tilesOf, USUAL_OVERLAP } from '../../../shared/domain/tiles.ts'

export interface PassSettings {
  /**
   * The number of classes that SAM 3 searches for, each by itself. 0 for a trained model, which finds all classes at
   * once.
   */
  searchedClasses: number
  /** Side of the tiles; null without them. */
  tileSize: number | null
}

/** Tiles that are searched besides the whole image: none for an image no larger than a tile. */
export function tileCount({ width, height }: Size, { tileSize }: PassSettings): number {
  if (tileSize === null) return 0
  const tiles = tilesOf({ x1: 0, y1: 0, x2: width, y2: height }, { size: tileSize, overlap: USUAL_OVERLAP }).length
  return tiles > 1 ? tiles : 0
}

/** Runs of the model over an image and its tiles. */
export const passesOf = (image: Size, settings: PassSettings): number =>
  (1 + tileCount(image, settings)) * Math.max(1, settings.searchedClasses)
