/**
 * Overlap of oriented boxes as the models' training code measures it: boxes as Gaussians, and one minus their Hellinger
 * distance (Llerena et al., “Gaussian Bounding Boxes and Probabilistic Intersection-over-Union”, arXiv 2106.06072).
 */
const EPSILON = 1e-7
/** For nearly degenerate boxes the reference's epsilons dominate: their reach is not bounded. */
const MIN_DETERMINANT = 1e-4
const SLACK = 1e-3

export interface OrientedOverlap {
  /** Returns whether boxes `a` and `b` overlap by more than the threshold. */
  exceeds(a: number, b: number): boolean
  /**
   * Maximum distance between the centre of box `i` and that of another box that exceeds the threshold, along x and y.
   */
  reachX(i: number): number
  reachY(i: number): number
}

/** Boxes are x1, y1, x2, y2 before rotation; `threshold` is 0 to 1. */
export function createOrientedOverlap(boxes: Float32Array, angles: Float32Array, threshold: number): OrientedOverlap {
  const { xx, yy, xy } = covariancesOf(boxes, angles)
  const { distance: most, growth } = boundsOf(threshold)
  const middle = (i: number, axis: number) =>
    ((boxes[4 * i + axis] as number) + (boxes[4 * i + axis + 2] as number)) / 2
  const at = (values: Float64Array, i: number) => values[i] as number
  const determinant = (i: number) => Math.max(0, at(xx, i) * at(yy, i) - at(xy, i) ** 2)
  const reach = (variances: Float64Array, i: number) =>
    determinant(i) < MIN_DETERMINANT ? Infinity : Math.sqrt(4 * most * (1 + growth) * at(variances, i))
  return {
    exceeds(a, b) {
      const [dx, dy] = [middle(a, 0) - middle(b, 0), middle(a, 1) - middle(b, 1)]
      const [x, y, both] = [at(xx, a) + at(xx, b), at(yy, a) + at(yy, b), at(xy, a) + at(xy, b)]
      const shared = x * y - both * both
      const apart = (x * dy * dy + y * dx * dx - 2 * both * dx * dy) / (4 * (shared + EPSILON))
      const own = Math.sqrt(determinant(a) * determinant(b))
      const unlike = 0.5 * Math.log(shared / (4 * own + EPSILON) + EPSILON)
      const distance = Math.min(Math.max(apart + unlike, EPSILON), 100)
      return 1 - Math.sqrt(1 - Math.exp(-distance) + EPSILON) > threshold
    },
    reachX: (i) => reach(xx, i),
    reachY: (i) => reach(yy, i),
  }
}

/**
 * For two boxes that overlap by more than `threshold`: their greatest Bhattacharyya distance, and the most by which the
 * variance of one, along any axis, can exceed that of the other. Both follow from the formula above, whose terms are
 * not negative: `apart` bounds the distance of the centres, `unlike` the difference of the sizes.
 */
function boundsOf(threshold: number): { distance: number; growth: number } {
  const distance = -Math.log(Math.max(1 - (1 - threshold) ** 2, EPSILON)) + SLACK
  // (1 + growth) / (2 * sqrt(growth)) = exp(2 * distance)
  const half = Math.exp(2 * distance)
  return { distance, growth: (half + Math.sqrt(half * half - 1)) ** 2 }
}

/** Variances along x and y and covariance of each box as a Gaussian. */
function covariancesOf(boxes: Float32Array, angles: Float32Array) {
  const count = angles.length
  const [xx, yy, xy] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < count; i++) {
    const along = ((boxes[4 * i + 2] as number) - (boxes[4 * i] as number)) ** 2 / 12
    const across = ((boxes[4 * i + 3] as number) - (boxes[4 * i + 1] as number)) ** 2 / 12
    const [cos, sin] = [Math.cos(angles[i] as number), Math.sin(angles[i] as number)]
    xx[i] = along * cos * cos + across * sin * sin
    yy[i] = along * sin * sin + across * cos * cos
    xy[i] = (along - across) * cos * sin
  }
  return { xx, yy, xy }
}
