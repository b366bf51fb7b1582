/** How large a block stands on the canvas, in pixels at zoom 1; the style sheet uses the same numbers. */
import type { BlockKind } from '../../../shared/blocks/block.ts'
import { BLOCKS, isBlockKind } from '../../../shared/blocks/catalogue.ts'

export const BLOCK_WIDTH = 212
const HEAD = 58
const PORT_ROW = 24
const FOOT = 8
/** The line of live figures that a run adds, and the picture of the preview; room for both is left when blocks are arranged. */
export const FIGURES = 28
const PICTURE = 118
/** By how much the figures of a preview hang below a block that is seen from afar; less than the gap is free there. */
const HANGING = 12

/** Sides with more than one port list them by name below the head. */
export function portRows(type: string): number {
  if (!isBlockKind(type)) return 0
  const { inputs, outputs } = BLOCKS[type] as BlockKind
  return Math.max(...[inputs.length, outputs.length].map((n) => (n > 1 ? n : 0)))
}

export function blockSize(type: string): { width: number; height: number } {
  const rows = portRows(type)
  return { width: BLOCK_WIDTH, height: HEAD + (rows > 0 ? rows * PORT_ROW + FOOT : 0) }
}

/** The room that a block needs at most. */
export function blockRoom(type: string): { width: number; height: number } {
  const { width, height } = blockSize(type)
  return { width, height: height + PICTURE + FIGURES + HANGING }
}
