/** Networks that emit grids and are no segmenters, told apart so that a refusal can name them. */
import { isFraction, type OutputTensor, type TriedModel } from './family.ts'

/** Kinds of networks that no family decodes. Each has a message, `model_file.is_<kind>`. */
export type LookAlike = 'fastestdet' | 'coarse_grid' | 'picture' | 'depth' | 'heat_maps' | 'raw_anchors' | 'plain_grid'

interface Kind {
  kind: LookAlike
  is(model: TriedModel): boolean
}

/** What else such outputs are: the first that applies. */
const KINDS: readonly Kind[] = [
  { kind: 'raw_anchors', is: hasRawAnchors },
  { kind: 'fastestdet', is: isFastestDet },
  { kind: 'coarse_grid', is: isCoarse },
  { kind: 'picture', is: isPicture },
  { kind: 'depth', is: isDepth },
  { kind: 'heat_maps', is: hasHeatMaps },
  { kind: 'plain_grid', is: (model) => gridsOf(model).length === 1 && !isSaidToSegment(model) },
]

/** Null when the outputs are of none of these kinds. */
export const lookAlikeOf = (model: TriedModel): LookAlike | null => KINDS.find(({ is }) => is(model))?.kind ?? null

/** Classes of usual data sets: Cityscapes, VOC, Pascal Context, ADE20K, COCO-Stuff. */
const SEGMENTED_CLASSES = new Set([19, 21, 59, 60, 150, 171, 182])

/** Where nothing contradicts it, returns whether one grid of scores [1, channels, height, width] is a segmentation. */
export function isPlausibleMap(
  model: TriedModel,
  output: OutputTensor,
  channels: number,
  isDistribution: boolean,
): boolean {
  if (output.isInteger || isSaidToSegment(model)) return true
  const refusal = lookAlikeOf(model)
  if (isDistribution) return refusal !== 'picture' && refusal !== 'fastestdet'
  if (refusal !== null && refusal !== 'plain_grid') return false
  if (channels === 1) return output.operator === 'Sigmoid' || output.operator === 'HardSigmoid'
  if (output.operator === 'Sigmoid') return false
  return channels === 2 || SEGMENTED_CLASSES.has(channels) || hasLogits(model, output)
}

/** Returns whether the file says so, by its task or its class names; files of pictures have neither. */
const isSaidToSegment = ({ metadata, classNames }: TriedModel): boolean =>
  metadata.task === 'semantic' || metadata.task === 'segment' || classNames !== null

const isGrid = ({ shape }: OutputTensor): boolean => shape.length === 4 && shape[0] === 1

const gridsOf = ({ outputs, input }: TriedModel): OutputTensor[] =>
  outputs.filter((output) => isGrid(output) || isMap(output, input))

/** A map [1, height, width] of the shape of the input, rather than a table. */
function isMap({ shape }: OutputTensor, input: TriedModel['input']): boolean {
  const [batch, height = 0, width = 0, ...rest] = shape
  return (
    batch === 1 && width > 0 && rest.length === 0 && Math.abs((height * input.width) / (width * input.height) - 1) < 0.1
  )
}

/** The values of an output on both trials. */
const valuesOf = ({ outputs, second }: TriedModel, output: OutputTensor): Float32Array[] =>
  [output.data, second?.outputs[outputs.indexOf(output)]?.data].flatMap((data) => data ?? [])

/** Logits of classes spread far beyond 0 to 1; heat maps and probabilities do not. */
const hasLogits = (model: TriedModel, output: OutputTensor): boolean =>
  valuesOf(model, output).some((data) => data.some((v) => v < -1 || v > 2))

/** Anchors of each stride apart, [1, anchors, height, width, 5 + classes]: their sizes are nowhere in the file. */
function hasRawAnchors({ outputs }: TriedModel): boolean {
  const grids = outputs.filter(({ shape }) => shape.length === 5 && (shape[4] as number) > 5)
  return grids.length > 1 && grids.length === outputs.length
}

const OBJECT_COLUMNS = 5

/**
 * One grid of objectness, four sides and classes whose softmax adds up to 1 (dog-qiuqiu/FastestDet, module/detector.py).
 */
function isFastestDet(model: TriedModel): boolean {
  const [output, ...others] = model.outputs
  const [, channels = 0, height = 0, width = 0] = output?.shape ?? []
  if (!output || others.length > 0 || !isGrid(output) || channels <= OBJECT_COLUMNS + 1) return false
  const cells = height * width
  return valuesOf(model, output).every((data) => {
    for (let cell = 0; cell < cells; cell++) {
      let sum = 0
      for (let c = OBJECT_COLUMNS; c < channels; c++) sum += data[c * cells + cell] as number
      if (Math.abs(sum - 1) > 0.02 || !isFraction(data[cell] as number)) return false
    }
    return data.subarray(cells, OBJECT_COLUMNS * cells).some((v) => v !== 0)
  })
}

/** Pixels of the input along a cell from which a grid is no segmentation: those have cells of 1 to 8 pixels. */
const COARSE = 16

/** Cells of a detector (YOLOv2: 5 anchors of 5 + classes), or the features of a backbone. */
function isCoarse({ outputs, input }: TriedModel): boolean {
  const [output, ...others] = outputs
  const [, channels = 0, height = 0] = output?.shape ?? []
  return (
    output !== undefined &&
    others.length === 0 &&
    isGrid(output) &&
    channels > 5 &&
    input.height >= COARSE * height &&
    height > 1
  )
}

/** The correlation of output and input from which one is a picture of the other. */
const SIMILAR = 0.5

/** A picture again: larger than the input (super resolution), alike (enhancement, denoising), or of colours (style). */
function isPicture(model: TriedModel): boolean {
  const { input, second } = model
  const place = model.outputs.findIndex((o) => isGrid(o) && planesOf(o) > 0)
  const output = model.outputs[place]
  if (!output) return false
  const planes = planesOf(output)
  const isFirst = output.shape[1] === planes
  const [height = 0, width = 0] = isFirst ? output.shape.slice(2) : output.shape.slice(1, 3)
  if (height > input.height || width > input.width) return true
  if (height !== input.height || width !== input.width) return false
  const data = second?.outputs[place]?.data
  if (!second || !data) return false
  if (correlation(greyOf(data, isFirst, planes), greyOf(second.image, true, 3)) > SIMILAR) return planes === 3
  return planes === 3 && hasColours(data, isFirst)
}

const PLANES = [3, 1]

/** 3 or 1, for a grid of as many channels; else 0. */
const planesOf = ({ shape }: OutputTensor): number => PLANES.find((n) => shape[1] === n || shape[3] === n) ?? 0

/** Three values of a pixel are never negative, and do not add up to 1 as probabilities do. */
function hasColours(data: Float32Array, isFirst: boolean): boolean {
  return data.every((v) => v >= 0) && greyOf(data, isFirst, 3).some((sum) => Math.abs(sum - 1) > 0.02)
}

/** The sum of the channels of each pixel. */
function greyOf(data: Float32Array, isFirst: boolean, planes: number): Float32Array {
  const area = data.length / planes
  const [start, step] = isFirst ? [area, 1] : [1, planes]
  const sums = new Float32Array(area)
  for (let plane = 0; plane < planes; plane++) {
    for (let i = 0; i < area; i++) sums[i] = (sums[i] as number) + (data[plane * start + i * step] as number)
  }
  return sums
}

function correlation(a: Float32Array, b: Float32Array): number {
  const mean = (of: Float32Array) => of.reduce((sum, v) => sum + v, 0) / of.length
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, squareA, squareB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [(a[i] as number) - meanA, (b[i] as number) - meanB]
    both += x * y
    squareA += x * x
    squareB += y * y
  }
  return both / Math.sqrt(squareA * squareB || 1)
}

/** One number for each pixel that is no probability: a distance, or a density. */
function isDepth(model: TriedModel): boolean {
  const [output, ...others] = gridsOf(model)
  if (!output || others.length > 0 || output.isInteger) return false
  const isSingle = output.shape.length === 3 || output.shape[1] === 1 || output.shape[3] === 1
  return (
    isSingle && (/depth|disp|density/i.test(output.name) || valuesOf(model, output).some((d) => d.some((v) => v > 1)))
  )
}

/** A map of a keypoint or of centres is made in small; a mask has the size of the image, or at least half of it. */
const isSmall = ({ shape }: OutputTensor, { input }: TriedModel): boolean => 2 * (shape[2] as number) < input.height

/** Many maps of small independent values: a place for each keypoint, or the centres of objects. */
function hasHeatMaps(model: TriedModel): boolean {
  const maps = model.outputs.filter(isGrid)
  const [output] = maps
  if (!output || output.isInteger) return false
  if ((output.shape[1] as number) < 3) return output.shape[1] === 1 && isSmall(output, model)
  return output.operator !== 'Softmax' && !hasLogits(model, output) && !SEGMENTED_CLASSES.has(output.shape[1] as number)
}
