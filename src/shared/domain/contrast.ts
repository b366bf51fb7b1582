/** The colour of text on a label, on the screen and in rendered videos. */

const DARK = '#0b0e14'
const LIGHT = '#ffffff'

/** WCAG's relative luminance of a colour of the form #rrggbb, 0 to 1. */
export function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const share = Number.parseInt(color.slice(i, i + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Dark or white, whichever is easier to read on the colour. */
export const textOn = (color: string): string => (contrast(color, DARK) >= contrast(color, LIGHT) ? DARK : LIGHT)
