/** Attributes of an image that can be measured: each tag has a rule here, and nothing is guessed. */
import { LAB_SIDE, type LabImage } from './lab-image.ts'

export interface Measured {
  /** Pixels of the whole image, upright. */
  width: number
  height: number
  /** True when a pixel is not opaque. */
  hasTransparency: boolean
  lab: LabImage
  /** Variance of the Laplacian of luminance, 0 to 255, at a longest side of 512 pixels (Pech-Pacheco, 2000). */
  sharpness: number
}

const HUES: readonly [name: string, from: number, to: number][] = [
  ['red', 10, 48],
  ['orange', 48, 75],
  ['yellow', 75, 112],
  ['green', 112, 172],
  ['turquoise', 172, 220],
  ['blue', 220, 308],
  ['purple', 308, 335],
  ['pink', 335, 370],
]
/** Least share of pixels of a dominant colour. */
const DOMINANT = 0.25

/** Names of a pixel's colour, by lightness, chroma and hue in CIE L*a*b*. */
function colourOf(l: number, a: number, b: number): string {
  const chroma = Math.hypot(a, b)
  if (l < 18) return 'black'
  if (chroma < 10) return l > 88 ? 'white' : 'grey'
  const degrees = (Math.atan2(b, a) * 180) / Math.PI
  const hue = degrees < 10 ? degrees + 360 : degrees
  const name = HUES.find(([, from, to]) => hue >= from && hue < to)?.[0] ?? 'red'
  return (name === 'orange' || name === 'red') && l < 45 && chroma < 45 ? 'brown' : name
}

interface Figures {
  lightness: number
  contrast: number
  chroma: number
  /** Share of pixels with a visible colour. */
  coloured: number
  warmth: number
  blown: number
  crushed: number
  shares: Map<string, number>
}

function figuresOf({ l, a, b }: LabImage): Figures {
  const n = LAB_SIDE * LAB_SIDE
  const figures = { lightness: 0, contrast: 0, chroma: 0, coloured: 0, warmth: 0, blown: 0, crushed: 0 }
  const shares = new Map<string, number>()
  let squares = 0
  for (let i = 0; i < n; i++) {
    const [light, red, yellow] = [l[i] as number, a[i] as number, b[i] as number]
    const chroma = Math.hypot(red, yellow)
    figures.lightness += light / n
    squares += light ** 2 / n
    figures.chroma += chroma / n
    figures.coloured += chroma >= 8 ? 1 / n : 0
    figures.warmth += yellow / n
    figures.blown += light > 98 ? 1 / n : 0
    figures.crushed += light < 4 ? 1 / n : 0
    const name = colourOf(light, red, yellow)
    shares.set(name, (shares.get(name) ?? 0) + 1 / n)
  }
  figures.contrast = Math.sqrt(Math.max(0, squares - figures.lightness ** 2))
  return { ...figures, shares }
}

/** Tags of `ATTRIBUTES`, in alphabetical order. */
export function attributesOf({ width, height, hasTransparency, lab, sharpness }: Measured): string[] {
  const f = figuresOf(lab)
  const ratio = width / height
  const megapixels = (width * height) / 1e6
  const isGrey = f.chroma < 4 && f.coloured < 0.02
  const tags: Record<string, boolean> = {
    dark: f.lightness < 25,
    bright: f.lightness > 75,
    'low contrast': f.contrast < 8,
    'high contrast': f.contrast > 32,
    greyscale: isGrey,
    colourful: f.chroma > 30,
    muted: !isGrey && f.chroma < 10,
    'warm tones': !isGrey && f.warmth > 12,
    'cool tones': !isGrey && f.warmth < -8,
    overexposed: f.blown > 0.3,
    underexposed: f.crushed > 0.5,
    // A flat image has no edges that could be sharp.
    blurry: f.contrast >= 8 && sharpness < 40,
    sharp: sharpness > 800,
    transparent: hasTransparency,
    landscape: ratio > 1.05,
    portrait: ratio < 1 / 1.05,
    square: ratio <= 1.05 && ratio >= 1 / 1.05,
    panorama: ratio >= 2 || ratio <= 1 / 2,
    'high resolution': megapixels >= 8,
    'low resolution': megapixels < 0.3,
  }
  for (const [name, share] of f.shares) if (share >= DOMINANT) tags[name] = true
  return Object.keys(tags)
    .filter((name) => tags[name])
    .sort()
}

/** The variance of the Laplacian of a grey image of one byte each. */
export function sharpnessOf(grey: Uint8Array, width: number, height: number): number {
  let [sum, squares, n] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const around =
        (grey[i - 1] as number) + (grey[i + 1] as number) + (grey[i - width] as number) + (grey[i + width] as number)
      const value = around - 4 * (grey[i] as number)
      sum += value
      squares += value * value
      n++
    }
  }
  return n === 0 ? 0 : squares / n - (sum / n) ** 2
}
