/** Sizes of blocks on the canvas, in pixels at zoom 1; the style sheet uses the same numbers. */
import type { BlockKind } from '../../../../shared/blocks/block.ts'
import { BLOCKS, isBlockKind } from '../../../../shared/blocks/catalogue.ts'

export const BLOCK_WIDTH = 212
const HEAD = 58
const PORT_ROW = 24
const FOOT = 8
/** Heights of a run's live figures and of the preview thumbnail; arranging reserves space for both. */
export const FIGURES = 28
const THUMBNAIL = 118
/** Overhang of the preview figures below a block seen from afar; smaller than the free gap. */
const HANGING = 12

/** A side with several ports lists them by name below the head. */
export function portRows(type: string): number {
  if (!isBlockKind(type)) return 0
  const { inputs, outputs } = BLOCKS[type] as BlockKind
  return Math.max(...[inputs.length, outputs.length].map((n) => (n > 1 ? n : 0)))
}

export function blockSize(type: string): { width: number; height: number } {
  const rows = portRows(type)
  return { width: BLOCK_WIDTH, height: HEAD + (rows > 0 ? rows * PORT_ROW + FOOT : 0) }
}

/** Returns the maximum size of a block. */
export function reservedSize(type: string): { width: number; height: number } {
  const { width, height } = blockSize(type)
  return { width, height: height + THUMBNAIL + FIGURES + HANGING }
}
