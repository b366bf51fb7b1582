/** Outlines the object of a prompt without a network: GrabCut at a low resolution, its edge once more at a high one. */
import { type Box, boxArea, iou, type Point, type Size } from '../../../shared/domain/geometry.ts'
import type { BoxPrompt, PointsPrompt, SegmentedObject } from '../../../shared/engine-contract/segmentation.ts'
import type { Frame } from '../../media/frame.ts'
import { outlineOf } from '../mask-outline.ts'
import {
  type ColorImage,
  certainty,
  GIVEN_BACKGROUND,
  GIVEN_OBJECT,
  type GrabCut,
  grabCut,
  OBJECT,
  OPEN,
  relabel,
} from './grab-cut.ts'
import { around, enlarged, imageOf, pixelIn, within } from './region.ts'
import { keepObject } from './regions.ts'

/** Pixels of the first cut: more make a prompt wait longer than a second. */
const COARSE_PIXELS = 60_000
/** Pixels of the refined edge's image. */
const FINE_PIXELS = 2_000_000
/** Sides of the boxes that are tried around a point, as shares of the image's longer side. */
const POINT_SIDES = [0.03, 0.045, 0.07, 0.1, 0.15, 0.22, 0.33]
/** Weight of the object in the largest box, to which no larger one can be compared. */
const UNCONFIRMED = 0.1
/** A smaller share of its box speaks against an object: it may be no more than the given points. */
const LEAST_FILLED = 0.25
/** Pixels of a trial. */
const TRIAL_PIXELS = 8_000
/** The room that the cut has on each side of the object found in a trial, as a share of the object's longer side. */
const POINT_SLACK = 0.08
/** Strength of the prior. */
const PRIOR = 3

interface Cut {
  object: Pick<SegmentedObject, 'box' | 'rings'>
  score: number
}

/** Null when there is no object. */
export function segmentByColor(
  frame: Frame,
  prompt: BoxPrompt | PointsPrompt,
): Omit<SegmentedObject, 'className'> | null {
  const found =
    prompt.kind === 'box'
      ? cutOut(frame, { box: within(prompt.box, frame), negativeBoxes: prompt.negative, positive: [], negative: [] })
      : aroundPoints(frame, prompt)
  return found && { ...found.object, score: found.score }
}

/**
 * The extent of the object is unknown: boxes of several sizes are tried at a low resolution. Used is the object that
 * stays the same in the next larger box, has contrast along its edge, and is cut off least.
 */
function aroundPoints(frame: Frame, { positive, negative }: PointsPrompt): Cut | null {
  const prompt = { negativeBoxes: [], positive, negative }
  const trials = POINT_SIDES.flatMap((share) => {
    const reach = (share * Math.max(frame.width, frame.height)) / 2
    const trial = within(grown(boxOf(positive), reach), frame)
    const tried = cutAt(frame, { ...prompt, box: trial }, TRIAL_PIXELS)
    const box = tried?.outline()?.box
    if (!tried || !box) return []
    const filled = Math.min(1, boxArea(box) / (LEAST_FILLED * boxArea(trial)))
    return [{ box, merit: tried.contrast * (1 - tried.touching) * filled }]
  })
  let best: Box | null = null
  let most = Number.NEGATIVE_INFINITY
  for (const [i, { box, merit }] of trials.entries()) {
    const next = trials[i + 1]?.box
    const weighed = merit * (next ? iou(box, next) ** 2 : UNCONFIRMED)
    if (weighed > most) [best, most] = [box, weighed]
  }
  if (!best) return null
  const slack = POINT_SLACK * Math.max(best.x2 - best.x1, best.y2 - best.y1)
  return cutOut(frame, { ...prompt, box: within(grown(best, slack), frame) })
}

function boxOf(points: readonly Point[]): Box {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) }
}

const grown = ({ x1, y1, x2, y2 }: Box, by: number): Box => ({ x1: x1 - by, y1: y1 - by, x2: x2 + by, y2: y2 + by })

/** Radius around a point that the point decides, as a share of the shorter side of its box. */
const POINT_REACH = 0.04
/** Share of each side of the box that is background, unless the caller marks the background. */
const RIM = 0.03
/** Exponent of the ellipse on whose edge the odds are even; 2 is a plain one, more approaches the box. */
const ROUNDNESS = 4

interface ColorPrompt {
  box: Box
  negativeBoxes: readonly Box[]
  positive: readonly Point[]
  negative: readonly Point[]
}

/** What a prompt says about the pixels of a region before any is labelled. */
function trimapOf(size: Size, region: Box, { box, negativeBoxes, positive, negative }: ColorPrompt): Uint8Array {
  const { width, height } = size
  const trimap = new Uint8Array(width * height).fill(GIVEN_BACKGROUND)
  const toX = width / (region.x2 - region.x1)
  const toY = height / (region.y2 - region.y1)
  /** Pixels whose centres lie in the box, if `isMeant` applies to these. */
  const fill = (area: Box, value: number, isMeant = (_x: number, _y: number) => true) => {
    const [left, right] = [Math.max(0, (area.x1 - region.x1) * toX - 0.5), Math.min(width, (area.x2 - region.x1) * toX)]
    const [top, bottom] = [
      Math.max(0, (area.y1 - region.y1) * toY - 0.5),
      Math.min(height, (area.y2 - region.y1) * toY),
    ]
    for (let row = Math.ceil(top); row + 0.5 < bottom; row++) {
      for (let column = Math.ceil(left); column + 0.5 < right; column++) {
        if (isMeant(region.x1 + (column + 0.5) / toX, region.y1 + (row + 0.5) / toY))
          trimap[row * width + column] = value
      }
    }
  }
  const reach = POINT_REACH * Math.min(box.x2 - box.x1, box.y2 - box.y1)
  const disc = ({ x, y }: Point, value: number) => {
    trimap[pixelIn(size, region)({ x, y })] = value
    const around = { x1: x - reach, y1: y - reach, x2: x + reach, y2: y + reach }
    fill(around, value, (px, py) => (px - x) ** 2 + (py - y) ** 2 <= reach * reach)
  }
  fill(box, OPEN)
  for (const other of negativeBoxes) fill(other, GIVEN_BACKGROUND)
  if (!trimap.includes(GIVEN_BACKGROUND)) {
    const [rimX, rimY] = [RIM * (box.x2 - box.x1), RIM * (box.y2 - box.y1)]
    trimap.fill(GIVEN_BACKGROUND)
    fill({ x1: box.x1 + rimX, y1: box.y1 + rimY, x2: box.x2 - rimX, y2: box.y2 - rimY }, OPEN)
  }
  // The last word for a pixel near points of both kinds has the one that excludes.
  for (const point of positive) disc(point, GIVEN_OBJECT)
  for (const point of negative) disc(point, GIVEN_BACKGROUND)
  return trimap
}

/**
 * Objects fill the middle of a box that was drawn around them rather than its corners: the logarithm of the odds falls
 * from `strength` in the middle to its negative in the corners.
 */
function priorOf(size: Size, region: Box, box: Box, strength: number): Float32Array {
  const { width, height } = size
  const prior = new Float32Array(width * height)
  const at = (i: number, length: number, from: number, to: number, low: number, high: number) => {
    const v = from + ((i + 0.5) * (to - from)) / length
    return Math.abs((2 * (v - low)) / (high - low) - 1) ** ROUNDNESS
  }
  for (let y = 0; y < height; y++) {
    const v = at(y, height, region.y1, region.y2, box.y1, box.y2)
    for (let x = 0; x < width; x++) {
      const u = at(x, width, region.x1, region.x2, box.x1, box.x2)
      prior[y * width + x] = strength * Math.max(-1, 1 - u - v)
    }
  }
  return prior
}

/** Marks the pixels within `reach` of the object's edge, except those that the prompt gives. */
function edgeOf(labels: Uint8Array, { width, height }: Size, reach: number, trimap: Uint8Array): Uint8Array {
  const isOpen = new Uint8Array(labels.length)
  const mark = (x: number, y: number) => {
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      isOpen.fill(1, row * width + Math.max(0, x - reach), row * width + Math.min(width - 1, x + reach) + 1)
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      const right = x < width - 1 && labels[pixel] !== labels[pixel + 1]
      const below = y < height - 1 && labels[pixel] !== labels[pixel + width]
      if (right || below) mark(x, y)
    }
  }
  for (const [pixel, given] of trimap.entries()) {
    if (given === OPEN) continue
    isOpen[pixel] = 0
    labels[pixel] = given === GIVEN_OBJECT ? OBJECT : 0
  }
  return isOpen
}

/** Share of the border of the open part that the object touches: one that is cut off touches much of it. */
function touchingOf(labels: Uint8Array, trimap: Uint8Array, { width, height }: Size): number {
  let touched = 0
  let border = 0
  const given = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height || trimap[y * width + x] === GIVEN_BACKGROUND
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (given(x, y) || !(given(x - 1, y) || given(x + 1, y) || given(x, y - 1) || given(x, y + 1))) continue
      border++
      if (labels[y * width + x] === OBJECT) touched++
    }
  }
  return border === 0 ? 0 : touched / border
}

/** Mean difference of colour across the object's edge, relative to that of all neighbours. */
function contrastAlong(labels: Uint8Array, { colors, width, height }: ColorImage): number {
  const sums = { edge: 0, edges: 0, all: 0, pairs: 0 }
  const compare = (a: number, b: number) => {
    let square = 0
    for (let c = 0; c < 3; c++) square += ((colors[3 * a + c] as number) - (colors[3 * b + c] as number)) ** 2
    const difference = Math.sqrt(square)
    sums.all += difference
    sums.pairs++
    if (labels[a] === labels[b]) return
    sums.edge += difference
    sums.edges++
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      if (x < width - 1) compare(pixel, pixel + 1)
      if (y < height - 1) compare(pixel, pixel + width)
    }
  }
  const { edge, edges, all, pairs } = sums
  return edges === 0 || all === 0 ? 0 : edge / edges / (all / pairs)
}

interface CoarseCut {
  image: ColorImage
  region: Box
  cut: GrabCut
  score: number
  /** The strength of the prior. */
  strength: number
  /** Share of the box's border that the object touches: one that is cut off touches much of it. */
  touching: number
  contrast: number
  outline(): Pick<SegmentedObject, 'box' | 'rings'> | null
}

function cutAt(frame: Frame, prompt: ColorPrompt, mostPixels: number, strength = PRIOR): CoarseCut | null {
  const { box } = prompt
  const region = around(box, frame)
  const image = imageOf(frame, region, mostPixels)
  const trimap = trimapOf(image, region, prompt)
  const prior = priorOf(image, region, box, strength)
  const cut = grabCut(image, trimap, prior)
  if (!cut) return null
  const score = certainty(image, trimap, cut, prior)
  const toPixel = pixelIn(image, region)
  keepObject(cut.labels, image, prompt.positive.map(toPixel), prompt.negative.map(toPixel))
  if (!cut.labels.includes(OBJECT)) return null
  return {
    image,
    region,
    cut,
    score,
    strength,
    touching: touchingOf(cut.labels, trimap, image),
    contrast: contrastAlong(cut.labels, image),
    outline: () => outlineIn(cut.labels, image, region, box),
  }
}

/** An object much smaller than its box is a part of the object that is meant: the box then counts for more. */
function fillingCut(frame: Frame, prompt: ColorPrompt): CoarseCut | null {
  let cut: CoarseCut | null = null
  for (const strength of [PRIOR, 2 * PRIOR, 4 * PRIOR]) {
    cut = cutAt(frame, prompt, COARSE_PIXELS, strength)
    const box = cut?.outline()?.box
    if (box && boxArea(box) >= LEAST_FILLED * boxArea(prompt.box)) return cut
  }
  return cut
}

function cutOut(frame: Frame, prompt: ColorPrompt): Cut | null {
  const coarse = fillingCut(frame, prompt)
  if (!coarse) return null
  const { image, region, cut, score, strength } = coarse
  const fine = imageOf(frame, region, FINE_PIXELS)
  if (fine.width === image.width && fine.height === image.height) {
    const object = coarse.outline()
    return object && { object, score }
  }
  const labels = enlarged(cut.labels, image, fine)
  const reach = Math.ceil(1.5 * (fine.width / image.width))
  const isOpen = edgeOf(labels, fine, reach, trimapOf(fine, region, prompt))
  relabel(fine, labels, isOpen, cut, priorOf(fine, region, prompt.box, strength))
  const toPixel = pixelIn(fine, region)
  keepObject(labels, fine, prompt.positive.map(toPixel), prompt.negative.map(toPixel))
  const object = outlineIn(labels, fine, region, prompt.box)
  return object && { object, score }
}

const outlineIn = (labels: Uint8Array, { width, height }: Size, area: Box, bounds: Box) =>
  outlineOf({ values: Float32Array.from(labels), width, height, threshold: 0.5, area }, bounds)
