/** The cut of an image into object and background, with some pixels given (Boykov and Jolly 2001; Rother et al. 2004). */
import type { Size } from '../../../shared/domain/geometry.ts'
import type { Colors } from './color-model.ts'
import { FlowGraph } from './max-flow.ts'

export const BACKGROUND = 0
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
export type Contrast = (from: number, to: number, nearness: number) => number

/** By the mean difference of neighbours, so that edges are relative to the texture of the image. */
export function contrastOf(colors: Colors, size: Size): Contrast {
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
 * Labels the pixels that `isOpen` marks by a minimum cut; all others keep their label and pull their neighbours.
 * `costs`: of each pixel as object and as background.
 */
export function cut(
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
