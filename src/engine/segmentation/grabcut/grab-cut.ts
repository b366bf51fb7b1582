/**
 * GrabCut (Rother, Kolmogorov and Blake, “GrabCut: Interactive Foreground Extraction using Iterated Graph Cuts”, 2004):
 * colours of object and background are fitted to a first labelling, and pixels are labelled by a minimum cut, in turns.
 */
import type { Size } from '../../../shared/domain/geometry.ts'
import { type ColorModel, type Colors, fitColors } from './color-model.ts'
import { FlowGraph } from './max-flow.ts'

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

const BACKGROUND = 0
export const OBJECT = 1

/** Weight of an edge between equal colours, as published. */
const GAMMA = 50
/** Each pair of the 8 neighbours once: dx, dy, 1 over their distance. */
const NEIGHBOURS = [
  [1, 0, 1],
  [0, 1, 1],
  [1, 1, Math.SQRT1_2],
  [-1, 1, Math.SQRT1_2],
] as const

/** Weights of the edges between neighbouring pixels. */
type Contrast = (from: number, to: number, nearness: number) => number

/** By the mean difference of neighbours, so that edges are relative to the texture of the image. */
function contrastOf(colors: Colors, size: Size): Contrast {
  let sum = 0
  let pairs = 0
  eachPair(size, (from, to) => {
    sum += squared(colors, from, to)
    pairs++
  })
  const beta = sum === 0 ? 0 : pairs / (2 * sum)
  return (from, to, nearness) => GAMMA * nearness * Math.exp(-beta * squared(colors, from, to))
}

/**
 * Labels the pixels that `isOpen` marks by a minimum cut (Boykov and Jolly 2001; Rother et al. 2004); all others keep their
 * label and pull their neighbours. `costs`: of each pixel as object and as background.
 */
function cut(
  labels: Uint8Array,
  isOpen: Uint8Array,
  size: Size,
  costs: (pixel: number) => readonly [asObject: number, asBackground: number],
  contrast: Contrast,
): void {
  const nodes = new Int32Array(labels.length).fill(-1)
  const pixels: number[] = []
  for (const [pixel, open] of isOpen.entries()) {
    if (open) nodes[pixel] = pixels.push(pixel) - 1
  }
  if (pixels.length === 0) return
  const graph = new FlowGraph(pixels.length, NEIGHBOURS.length * pixels.length)
  for (const [node, pixel] of pixels.entries()) {
    const [asObject, asBackground] = costs(pixel)
    // A node on the source's side is object, and cuts its edge to the sink.
    const least = Math.min(asObject, asBackground)
    graph.addTerminals(node, asBackground - least, asObject - least)
  }
  eachPair(size, (from, to, nearness) => {
    const [a, b] = [nodes[from] as number, nodes[to] as number]
    if (a < 0 && b < 0) return
    const weight = contrast(from, to, nearness)
    if (a >= 0 && b >= 0) graph.addEdge(a, b, weight, weight)
    else {
      const isObject = labels[a < 0 ? from : to] === OBJECT
      graph.addTerminals(a < 0 ? b : a, isObject ? weight : 0, isObject ? 0 : weight)
    }
  })
  graph.solve()
  for (const [node, pixel] of pixels.entries()) labels[pixel] = graph.isSource(node) ? OBJECT : BACKGROUND
}

function eachPair({ width, height }: Size, visit: (from: number, to: number, nearness: number) => void): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const [dx, dy, nearness] of NEIGHBOURS) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx < 0 || nx >= width || ny >= height) continue
        visit(y * width + x, ny * width + nx, nearness)
      }
    }
  }
}

function squared(colors: Colors, from: number, to: number): number {
  const r = (colors[3 * from] as number) - (colors[3 * to] as number)
  const g = (colors[3 * from + 1] as number) - (colors[3 * to + 1] as number)
  const b = (colors[3 * from + 2] as number) - (colors[3 * to + 2] as number)
  return r * r + g * g + b * b
}

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
