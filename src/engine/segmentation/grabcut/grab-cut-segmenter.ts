/** Outlines the object of a prompt without a network: GrabCut at a low resolution, its edge once more at a high one. */
import { type Box, boxArea, iou, type Point, type Size } from '../../../shared/domain/geometry.ts'
import type { BoxPrompt, PointsPrompt, SegmentedObject } from '../../../shared/engine-contract/segmentation.ts'
import type { Frame } from '../../media/frame.ts'
import { outlineOf } from '../mask-outline.ts'
import { contrastAlong, touchingOf } from './cut-quality.ts'
import { type ColorImage, certainty, type GrabCut, grabCut, relabel } from './grab-cut.ts'
import { around, enlarged, imageOf, pixelIn, within } from './region.ts'
import { keepObject } from './regions.ts'
import { type ColorPrompt, edgeOf, priorOf, trimapOf } from './trimap.ts'
import { OBJECT } from './trimap-cut.ts'

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
/** Of the object found in a trial: the cut has this much room on each side, as a share of its longer side. */
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

interface CoarseCut {
  image: ColorImage
  region: Box
  cut: GrabCut
  score: number
  /** Of the prior. */
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
