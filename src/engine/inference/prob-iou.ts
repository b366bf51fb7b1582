/**
 * Overlap of turned boxes as the models' training code measures it: boxes as Gaussians, and one minus their Hellinger
 * distance (Llerena et al., “Gaussian Bounding Boxes and Probabilistic Intersection-over-Union”, arXiv 2106.06072).
 */
const EPSILON = 1e-7

/** Of the boxes (x1, y1, x2, y2 before turning) `a` and `b`, 0 to 1. */
export function createProbIou(boxes: Float32Array, angles: Float32Array): (a: number, b: number) => number {
  const covariances = covariancesOf(boxes, angles)
  return (a, b) => {
    const dx = (side(boxes, a, 0) + side(boxes, a, 2) - side(boxes, b, 0) - side(boxes, b, 2)) / 2
    const dy = (side(boxes, a, 1) + side(boxes, a, 3) - side(boxes, b, 1) - side(boxes, b, 3)) / 2
    const [ax, ay, axy] = covariances.subarray(3 * a, 3 * a + 3) as unknown as Covariance
    const [bx, by, bxy] = covariances.subarray(3 * b, 3 * b + 3) as unknown as Covariance
    const [x, y, xy] = [ax + bx, ay + by, axy + bxy]
    const determinant = x * y - xy * xy
    const apart = (x * dy * dy + y * dx * dx - 2 * xy * dx * dy) / (4 * (determinant + EPSILON))
    const own = Math.sqrt(Math.max(0, ax * ay - axy * axy) * Math.max(0, bx * by - bxy * bxy))
    const unlike = 0.5 * Math.log(determinant / (4 * own + EPSILON) + EPSILON)
    const distance = Math.min(Math.max(apart + unlike, EPSILON), 100)
    return 1 - Math.sqrt(1 - Math.exp(-distance) + EPSILON)
  }
}

type Covariance = [xx: number, yy: number, xy: number]

const side = (boxes: Float32Array, i: number, which: number): number => boxes[4 * i + which] as number

/** Variances along x and y and covariance of each box as a Gaussian. */
function covariancesOf(boxes: Float32Array, angles: Float32Array): Float64Array {
  const covariances = new Float64Array(3 * angles.length)
  for (let i = 0; i < angles.length; i++) {
    const along = (side(boxes, i, 2) - side(boxes, i, 0)) ** 2 / 12
    const across = (side(boxes, i, 3) - side(boxes, i, 1)) ** 2 / 12
    const [cos, sin] = [Math.cos(angles[i] as number), Math.sin(angles[i] as number)]
    covariances[3 * i] = along * cos * cos + across * sin * sin
    covariances[3 * i + 1] = along * sin * sin + across * cos * cos
    covariances[3 * i + 2] = (along - across) * cos * sin
  }
  return covariances
}
