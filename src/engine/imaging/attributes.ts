/** Attributes of an image that can be measured: each tag has a rule here, and nothing is guessed. */
import type { LabImage } from './lab-image.ts'

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

/** Names of colours, of which pixels have one each. */
const NAMES = ['black', 'white', 'grey', 'brown', ...HUES.map(([name]) => name)]
const [BLACK, WHITE, GREY, BROWN] = [0, 1, 2, 3]
const FIRST_HUE = 4

/** Grows with the angle of a point about the origin from 0 to 4, which each quarter of a turn adds 1 to, and is cheaper. */
function quarters(x: number, y: number): number {
  const across = x / (Math.abs(x) + Math.abs(y))
  return y >= 0 ? 1 - across : 3 + across
}

const STEPS = 4096

/** The hue of each step of a turn, which is as long as a tenth of a degree at most. */
const HUE_AT = new Uint8Array(STEPS + 1)
for (let degree = 0; degree < 360; degree += 0.02) {
  const hue = degree < 10 ? degree + 360 : degree
  HUE_AT[stepOf(Math.cos((degree * Math.PI) / 180), Math.sin((degree * Math.PI) / 180))] = HUES.findIndex(
    ([, , to]) => hue < to,
  )
}

function stepOf(x: number, y: number): number {
  return (quarters(x, y) * (STEPS / 4)) | 0
}

/** The place in `NAMES` of the colour of a pixel, by lightness, chroma and hue in CIE L*a*b*. */
function colourOf(l: number, a: number, b: number, chroma: number): number {
  if (l < 18) return BLACK
  if (chroma < 10) return l > 88 ? WHITE : GREY
  const at = HUE_AT[stepOf(a, b)] as number
  // Dark red and orange.
  return at < 2 && l < 45 && chroma < 45 ? BROWN : FIRST_HUE + at
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
  /** Shares of the colours, as in `NAMES`. */
  shares: Float64Array
}

function figuresOf({ side, l, a, b }: LabImage): Figures {
  const n = side * side
  const shares = new Float64Array(NAMES.length)
  let [lights, squares, chromas, coloured, yellows, blown, crushed] = [0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    const light = l[i] as number
    const red = a[i] as number
    const yellow = b[i] as number
    const chroma = Math.sqrt(red * red + yellow * yellow)
    lights += light
    squares += light * light
    chromas += chroma
    yellows += yellow
    if (chroma >= 8) coloured++
    if (light > 98) blown++
    if (light < 4) crushed++
    const colour = colourOf(light, red, yellow, chroma)
    shares[colour] = (shares[colour] as number) + 1
  }
  const lightness = lights / n
  return {
    lightness,
    contrast: Math.sqrt(Math.max(0, squares / n - lightness ** 2)),
    chroma: chromas / n,
    coloured: coloured / n,
    warmth: yellows / n,
    blown: blown / n,
    crushed: crushed / n,
    shares: shares.map((pixels) => pixels / n),
  }
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
  NAMES.forEach((name, i) => {
    if ((f.shares[i] as number) >= DOMINANT) tags[name] = true
  })
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
