/** Adapts colours chosen for images to lines and marks on a surface of the page. */
import { contrast } from '../../../shared/domain/contrast.ts'

/** WCAG 2.2, 1.4.11: minimum contrast of meaningful graphics. */
const MIN_CONTRAST = 3
const STEP = 0.05
const HEX = /^#[0-9a-f]{6}$/i

/** Returns the nearest colour with enough contrast: darker on light surfaces, lighter on dark ones. Both #rrggbb. */
export function contrastingColor(color: string, surface: string): string {
  if (!HEX.test(color) || !HEX.test(surface)) return color
  const end = contrast(surface, '#000000') > contrast(surface, '#ffffff') ? 0 : 255
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, end, share)
    if (contrast(mixed, surface) >= MIN_CONTRAST) return mixed
  }
  return mix(color, end, 1)
}

const mix = (color: string, end: number, share: number): string =>
  `#${[1, 3, 5]
    .map((i) => {
      const part = Number.parseInt(color.slice(i, i + 2), 16)
      return Math.round(part + (end - part) * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`
