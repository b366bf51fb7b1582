/** The choice of one of the masks that a decoder proposes for a prompt. */
import type { SamMasks } from '../inference/sam/sam-networks.ts'
import type { SamPrompt } from '../inference/sam/sam-prompt.ts'
import type { SamSignature } from '../inference/sam/sam-signature.ts'

/** Logits this far on both sides of the border are counted for the stability (edge_sam/predictor.py). */
const STABILITY_OFFSET = 1

export interface ChosenMask {
  /** Logits, row by row. */
  values: Float32Array
  /** The rating: the predicted quality, or the stability. */
  score: number
}

/**
 * The mask of the highest rating. What the network could not be told is taken into account here: masks with an excluded
 * point inside are left out, and of those for a box, the one whose own box overlaps it most is taken. `cell`: pixels of
 * the encoder's input for each column and row of a mask. Null when no mask is left that is stable, or overlaps the box.
 */
export function bestMask(
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
