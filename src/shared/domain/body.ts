/** The body as COCO's keypoints describe it: what models of people give, and how it is drawn. */

/** In the order of the points; left before right, as the person says it. */
export const BODY_POINTS: readonly string[] =
  'nose,left eye,right eye,left ear,right ear,left shoulder,right shoulder,left elbow,right elbow,left wrist,right wrist,left hip,right hip,left knee,right knee,left ankle,right ankle'.split(
    ',',
  )

/** Indices of points that a bone joins. */
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

/** The bones among so many points: seventeen are a body, of others nobody knows what they are. */
export const bonesOf = (points: number): typeof BONES => (points === BODY_POINTS.length ? BONES : [])
