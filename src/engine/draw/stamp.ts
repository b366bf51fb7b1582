/** Coverage that is drawn often, such as a glyph, kept as its covered blocks of 2 x 2 pixels. */
import type { I420 } from '../media/frame.ts'
import { blendBlock } from './i420-blend.ts'
import type { Ink } from './ink.ts'

export interface Stamp {
  /** Position of each block, in blocks from the top left one. */
  readonly columns: Uint16Array
  readonly rows: Uint16Array
  /** Coverage of its pixels, row by row: 0 to 255. */
  readonly coverage: Uint8Array
  /** Size of the whole, in blocks. */
  readonly width: number
  readonly height: number
}

/** `oddX` and `oddY`: the mask begins in the second column or row of a block. */
export function stampOf(mask: Uint8Array, width: number, height: number, oddX: 0 | 1, oddY: 0 | 1): Stamp {
  const [across, down] = [(width + oddX + 1) >> 1, (height + oddY + 1) >> 1]
  const columns: number[] = []
  const rows: number[] = []
  const coverage: number[] = []
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (mask[y * width + x] as number)
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [x, y] = [2 * column - oddX, 2 * row - oddY]
      const block = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)]
      if (block.every((share) => share === 0)) continue
      columns.push(column)
      rows.push(row)
      coverage.push(...block)
    }
  }
  return {
    columns: Uint16Array.from(columns),
    rows: Uint16Array.from(rows),
    coverage: Uint8Array.from(coverage),
    width: across,
    height: down,
  }
}

/** Blends all blocks; `x` and `y` are even, and the whole stamp is inside the image. */
export function blendStamp(image: I420, stamp: Stamp, x: number, y: number, ink: Ink, strength: number): void {
  const { strideY, strideUV } = image
  const { columns, rows, coverage } = stamp
  const luma = y * strideY + x
  const chroma = (y >> 1) * strideUV + (x >> 1)
  for (let i = 0, c = 0; i < columns.length; i++, c += 4) {
    const column = columns[i] as number
    const row = rows[i] as number
    blendBlock(
      image,
      luma + 2 * (row * strideY + column),
      chroma + row * strideUV + column,
      coverage[c] as number,
      coverage[c + 1] as number,
      coverage[c + 2] as number,
      coverage[c + 3] as number,
      ink,
      strength,
    )
  }
}
