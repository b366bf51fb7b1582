/** The body in COCO's keypoint order, as models of people return it and as it is drawn. */

/** In the order of the points; left before right, from the person's own view. */
export const BODY_POINTS: readonly string[] =
  'nose,left eye,right eye,left ear,right ear,left shoulder,right shoulder,left elbow,right elbow,left wrist,right wrist,left hip,right hip,left knee,right knee,left ankle,right ankle'.split(
    ',',
  )

/** Indices of points that are joined by a bone. */
const BONES: readonly (readonly [number, number])[] = [
  [15, 13],
  [13, 11],
  [16, 14],
  [14, 12],
  [11, 12],
  [5, 11],
  [6, 12],
  [5, 6],
  [5, 7],
  [6, 8],
  [7, 9],
  [8, 10],
  [1, 2],
  [0, 1],
  [0, 2],
  [1, 3],
  [2, 4],
  [3, 5],
  [4, 6],
]

/** The bones for a number of keypoints: seventeen are a body; other numbers have no known skeleton. */
export const bonesOf = (points: number): typeof BONES => (points === BODY_POINTS.length ? BONES : [])
