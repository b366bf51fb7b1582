/**
 * GrabCut (Rother, Kolmogorov and Blake, “GrabCut: Interactive Foreground Extraction using Iterated Graph Cuts”, 2004):
 * colours of object and background are fitted to a first labelling, and pixels are labelled by a minimum cut, in turns.
 */
import type { Size } from '../../../shared/domain/geometry.ts'
import { type ColorModel, type Colors, fitColors } from './color-model.ts'
import { BACKGROUND, contrastOf, cut, OBJECT } from './trimap-cut.ts'

export interface ColorImage extends Size {
  colors: Colors
}

/** Pixels of a trimap whose label the prompt gives, and those that it leaves open. */
export const GIVEN_BACKGROUND = 0
export const GIVEN_OBJECT = 1
export const OPEN = 2

interface Models {
  object: ColorModel
  background: ColorModel
}

export interface GrabCut extends Models {
  /** `OBJECT` or `BACKGROUND` for each pixel. */
  labels: Uint8Array
}

const ROUNDS = 5
/** A round that changes a smaller share of the open pixels is the last one. */
const SETTLED = 0.001

/**
 * `prior`: of each pixel the logarithm of the odds that it is object, before its colour is known; open pixels with even
 * odds or better are object at first. Null when nothing is background, or nothing object.
 */
export function grabCut(image: ColorImage, trimap: Uint8Array, prior: Float32Array): GrabCut | null {
  const { colors } = image
  const isOpen = Uint8Array.from(trimap, (given) => (given === OPEN ? 1 : 0))
  const labels = Uint8Array.from(trimap, (given, pixel) => {
    const isObject = given === GIVEN_OBJECT || (given === OPEN && (prior[pixel] as number) >= 0)
    return isObject ? OBJECT : BACKGROUND
  })
  const contrast = contrastOf(colors, image)
  const openPixels = isOpen.reduce((sum, open) => sum + open, 0)
  let models = modelsOf(colors, labels)
  for (let round = 0; round < ROUNDS && models; round++) {
    const before = labels.slice()
    cut(labels, isOpen, image, costsBy(colors, models, prior), contrast)
    const changed = labels.reduce((sum, label, i) => sum + (label === before[i] ? 0 : 1), 0)
    const next = modelsOf(colors, labels)
    if (!next) return null
    models = next
    if (changed <= SETTLED * openPixels) break
  }
  return models && { labels, ...models }
}

/** Labels the open pixels once more by known colours, such as those of the same image at a lower resolution. */
export function relabel(
  image: ColorImage,
  labels: Uint8Array,
  isOpen: Uint8Array,
  models: Models,
  prior: Float32Array,
): void {
  cut(labels, isOpen, image, costsBy(image.colors, models, prior), contrastOf(image.colors, image))
}

const costsBy =
  (colors: Colors, { object, background }: Models, prior: Float32Array) =>
  (pixel: number) =>
    [object.cost(colors, pixel), background.cost(colors, pixel) + (prior[pixel] as number)] as const

function modelsOf(colors: Colors, labels: Uint8Array): Models | null {
  const pixels = (wanted: number) => {
    const found: number[] = []
    for (const [pixel, label] of labels.entries()) if (label === wanted) found.push(pixel)
    return Int32Array.from(found)
  }
  const [object, background] = [pixels(OBJECT), pixels(BACKGROUND)]
  if (object.length === 0 || background.length === 0) return null
  return { object: fitColors(colors, object), background: fitColors(colors, background) }
}

/** Mean probability, by colour and prior, that the pixels which the prompt does not exclude have their labels. */
export function certainty(
  { colors }: ColorImage,
  trimap: Uint8Array,
  { labels, ...models }: GrabCut,
  prior: Float32Array,
): number {
  const costs = costsBy(colors, models, prior)
  let sum = 0
  let n = 0
  for (const [pixel, given] of trimap.entries()) {
    if (given === GIVEN_BACKGROUND) continue
    const [asObject, asBackground] = costs(pixel)
    const margin = asBackground - asObject
    sum += 1 / (1 + Math.exp(labels[pixel] === OBJECT ? -margin : margin))
    n++
  }
  return n === 0 ? 0 : sum / n
}
