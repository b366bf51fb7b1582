/** Outlines the object of points or of a box by a network of the Segment Anything family. */
import type { Box, Point, Size } from '../../shared/domain/geometry.ts'
import type { SegmentedObject, SegmentPrompt } from '../../shared/engine-contract/segmentation.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { fittedSize } from '../inference/sam/sam-image.ts'
import {
  openSam,
  type SamEmbedding,
  type SamMasks,
  type SamNetworks,
  type SamPrompt,
} from '../inference/sam/sam-networks.ts'
import type { SamSignature } from '../inference/sam/sam-signature.ts'
import type { Frame } from '../media/frame.ts'
import { outlineOf } from './mask-outline.ts'
import { KEPT_EMBEDDINGS, type OpenSegmenter, Recent } from './open-segmenter.ts'

/** The embedding of an image with the sizes that prompts on it need. */
interface Encoded {
  embedding: SamEmbedding
  image: Size
  fitted: Size
}

/** Raises the failures of `openSam`. */
export async function openSamSegmenter(name: string, folder: string, threads: number): Promise<OpenSegmenter> {
  const networks = await openSam(folder, threads)
  const encoded = new Recent<Encoded>(KEPT_EMBEDDINGS)
  return {
    name,
    async segment(image, frame, prompt) {
      if (prompt.kind === 'texts') throw new RunFailure('model_unsupported', message('segmenter.no_texts', { name }))
      const at = await encoded.of(image.sha256, () => encode(networks, frame))
      const asked = promptOf(prompt, at)
      const masks = await networks.decode(at.embedding, asked, at.fitted)
      const object = objectOf(masks, at, networks.signature, asked)
      return object ? [object] : []
    },
    close: networks.close,
  }
}

async function encode({ signature, encode }: SamNetworks, frame: Frame): Promise<Encoded> {
  const image = { width: frame.width, height: frame.height }
  const fitted = fittedSize(signature, image)
  const planes = new Float32Array(3 * fitted.width * fitted.height)
  frame.letterbox(planes, { ...fitted, fit: 'stretch' })
  return { embedding: await encode(planes, fitted), image, fitted }
}

/** Negative boxes are points at their middle: the prompt encoder knows one box, which includes. */
function promptOf(prompt: Exclude<SegmentPrompt, { kind: 'texts' }>, { image, fitted }: Encoded): SamPrompt {
  const [scaleX, scaleY] = [fitted.width / image.width, fitted.height / image.height]
  const at = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY })
  if (prompt.kind === 'points') {
    return { include: prompt.positive.map(at), exclude: prompt.negative.map(at), box: null }
  }
  const { x1, y1, x2, y2 } = prompt.box
  const exclude = prompt.negative.map((box) => at({ x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 }))
  return { include: [], exclude, box: { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY } }
}

/** Logits this far on both sides of the border are counted for the stability (edge_sam/predictor.py). */
const STABILITY_OFFSET = 1

interface ChosenMask {
  /** Logits, row by row. */
  values: Float32Array
  /** The rating: the predicted quality, or the stability. */
  score: number
}

/**
 * Chooses the mask of the highest rating among those that a decoder proposes for a prompt. What the network could not be told is taken into account here: masks with an excluded
 * point inside are left out, and of those for a box, the one whose own box overlaps it most is taken. `cell`: pixels of
 * the encoder's input for each column and row of a mask. Null when no mask is left that is stable, or overlaps the box.
 */
function bestMask(
  { masks, scores, width, height }: SamMasks,
  { rates, excludes, boxForm }: Pick<SamSignature, 'rates' | 'excludes' | 'boxForm'>,
  { exclude, box }: SamPrompt,
  cell: { x: number; y: number },
): ChosenMask | null {
  const area = width * height
  const all = Array.from(scores, (score, i): ChosenMask => {
    const values = masks.subarray(i * area, (i + 1) * area)
    return { values, score: rates === 'stability' ? stabilityOf(values) : score }
  })
  const at = ({ x, y }: { x: number; y: number }) =>
    within(Math.floor(y / cell.y), height) * width + within(Math.floor(x / cell.x), width)
  const isAllowed = ({ values }: ChosenMask) => excludes || !exclude.some((point) => (values[at(point)] as number) > 0)
  const boxAlone = boxForm === 'none' ? box : null
  const ratingOf = (mask: ChosenMask) => {
    if (boxAlone === null) return mask.score
    const { x1, y1, x2, y2 } = boxAlone
    return overlapOf(boxOf(mask.values, width), [x1 / cell.x, y1 / cell.y, x2 / cell.x, y2 / cell.y])
  }
  let best: ChosenMask | null = null
  // A predicted quality may be any number, shares of 0 say that there is nothing.
  let highest = rates === 'quality' && boxAlone === null ? Number.NEGATIVE_INFINITY : 0
  for (const mask of all.filter(isAllowed)) {
    const rating = ratingOf(mask)
    if (!(rating > highest)) continue
    best = mask
    highest = rating
  }
  return best
}

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1)

/** Cells well inside, as a share of those inside or near the border; 0 for an empty mask. */
function stabilityOf(values: Float32Array): number {
  let [inner, outer] = [0, 0]
  for (const value of values) {
    if (value > STABILITY_OFFSET) inner++
    if (value > -STABILITY_OFFSET) outer++
  }
  return outer === 0 ? 0 : inner / outer
}

type Corners = [x1: number, y1: number, x2: number, y2: number]

/** Around the cells above 0; of no area for an empty mask. */
function boxOf(values: Float32Array, width: number): Corners {
  let [x1, y1, x2, y2] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  for (let i = 0; i < values.length; i++) {
    if (!((values[i] as number) > 0)) continue
    const x = i % width
    const y = (i - x) / width
    x1 = Math.min(x1, x)
    y1 = Math.min(y1, y)
    x2 = Math.max(x2, x + 1)
    y2 = Math.max(y2, y + 1)
  }
  return x2 > 0 ? [x1, y1, x2, y2] : [0, 0, 0, 0]
}

function overlapOf(a: Corners, b: Corners): number {
  const areaOf = ([x1, y1, x2, y2]: Corners) => Math.max(0, x2 - x1) * Math.max(0, y2 - y1)
  const both = areaOf([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])])
  const union = areaOf(a) + areaOf(b) - both
  return union > 0 ? both / union : 0
}

function objectOf(
  masks: SamMasks,
  { image, fitted }: Encoded,
  signature: SamSignature,
  prompt: SamPrompt,
): SegmentedObject | null {
  const { width, height } = masks
  // Masks of the padded input reach beyond the image.
  const covered = signature.size ? fitted : signature.input
  const best = bestMask(masks, signature, prompt, { x: covered.width / width, y: covered.height / height })
  if (!best) return null
  const area: Box = {
    x1: 0,
    y1: 0,
    x2: (covered.width * image.width) / fitted.width,
    y2: (covered.height * image.height) / fitted.height,
  }
  const bounds = { x1: 0, y1: 0, x2: image.width, y2: image.height }
  const object = outlineOf({ values: best.values, width, height, threshold: 0, area }, bounds)
  return object && { ...object, className: '', score: Math.min(1, Math.max(0, best.score)) }
}
