import { CandidateList } from '../candidates.ts'
import { BLACK, type Family, isFraction, mayDo, type OutputTensor, type Pixels, UNIT_RGB } from './family.ts'
import { cellOf, FACE_POINTS, faceNames, levelOfRow, levelsOf, pointsOf } from './levels.ts'

/** Columns of each stride, with and without five points. */
const FORMS = [
  [1, 4, 10],
  [1, 4],
]

/** (value - 127.5) / 128, with black bars on the right and below (python-package/insightface/model_zoo/scrfd.py, `forward` and
 * `detect`). */
const CENTRED: Pixels = {
  ...UNIT_RGB,
  fit: 'letterbox_top_left',
  bars: BLACK,
  scale: 255,
  mean: [127.5, 127.5, 127.5],
  deviation: [128, 128, 128],
}

/**
 * SCRFD and RetinaFace of InsightFace, faces with five points or without: scores, then boxes, then points, of strides 8,
 * 16 and 32 (some networks: five strides), with one or two anchors for each cell. Sides and points are distances from the
 * top left corner of the cell in strides (deepinsight/insightface, python-package/insightface/model_zoo/scrfd.py).
 */
export const scrfd: Family = {
  id: 'scrfd',
  recognise(model) {
    if (!mayDo(model, 'detect', 'pose')) return null
    for (const columns of FORMS) {
      for (const anchors of [2, 1]) {
        const levels = levelsOf(model, columns, anchors)
        if (!levels) continue
        const scoresOf = (level: (typeof levels)[number]) => model.outputs[level.outputs[0] as number] as OutputTensor
        if (!levels.every((level) => scoresOf(level).data.every(isFraction))) return null
        const hasPoints = columns.length === 3
        return {
          modelType: hasPoints ? 'keypoint_detection' : 'object_detection',
          architecture: 'SCRFD (faces)',
          classes: faceNames(model.classNames),
          needsNms: true,
          pixels: CENTRED,
          keypoints: hasPoints ? FACE_POINTS : null,
          decode(outputs, { confidence, classIds }) {
            const found = new CandidateList()
            if (classIds && !classIds.has(0)) return found
            let first = 0
            for (const level of levels) {
              const [scores, box] = level.outputs.map((i) => (outputs[i] as OutputTensor).data) as Two
              for (let row = 0; row < level.rows; row++) {
                const score = scores[row] as number
                if (!(score >= confidence)) continue
                const { stride } = level
                const [x, y] = cellOf(level, row, anchors).map((v) => v * stride) as [number, number]
                const [l, t, r, b] = box.subarray(4 * row, 4 * row + 4).map((v) => v * stride) as unknown as Four
                found.push(x - l, y - t, x + r, y + b, score, 0, first + row)
              }
              first += level.rows
            }
            return found
          },
          ...(hasPoints && {
            shape: (found, outputs) => ({
              ...found,
              keypoints: pointsOf(found, (row, k) => {
                const [level, own] = levelOfRow(levels, row)
                const { data } = outputs[level.outputs[2] as number] as OutputTensor
                const [x, y] = cellOf(level, own, anchors)
                const at = 10 * own + 2 * k
                return [(x + (data[at] as number)) * level.stride, (y + (data[at + 1] as number)) * level.stride]
              }),
            }),
          }),
        }
      }
    }
    return null
  },
}

type Two = [Float32Array, Float32Array]
type Four = [number, number, number, number]
