/** Blends onto the RGB planes of a still, where every pixel has its own colour, unlike in 4:2:0 chroma. */
import type { RgbPlanes } from '../media/rgb-planes.ts'
import { mixed } from './i420-blend.ts'
import type { Rgb } from './ink.ts'

/** Blends a row of coverage onto row `y` from column `x0`; `strength` is 257 for full opacity, as 255 * 257 is 65,535. */
export function blendRgbRow(
  { red, green, blue, width, stride }: RgbPlanes,
  x0: number,
  y: number,
  count: number,
  coverage: Uint8Array,
  [inkRed, inkGreen, inkBlue]: Rgb,
  strength: number,
): void {
  const start = y * stride + x0
  const end = Math.min(count, width - x0)
  for (let i = 0; i < end; i++) {
    const share = (coverage[i] as number) * strength
    if (share === 0) continue
    const at = start + i
    red[at] = mixed(red[at] as number, inkRed, share)
    green[at] = mixed(green[at] as number, inkGreen, share)
    blue[at] = mixed(blue[at] as number, inkBlue, share)
  }
}
