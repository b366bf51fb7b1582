import { CandidateList } from '../candidates.ts'
import { BLACK, BYTES_RGB, type Family, mayDo, type OutputTensor } from './family.ts'
import { cellOf, FACE_POINTS, faceNames, levelOfRow, levelsOf, pointsOf } from './levels.ts'

/** Columns of each stride: the score of the class, objectness, the box, and five points. */
const COLUMNS = [1, 1, 4, 10]

/**
 * YuNet, faces with five points: twelve outputs, `cls`, `obj`, `bbox` and `kps` of strides 8, 16 and 32. The confidence
 * is the root of the product of both scores, each held within 0 to 1; centres are offsets in cells, sizes logarithms
 * (opencv/opencv, modules/objdetect/src/face_detect.cpp, `postProcess`). Images are BGR of 0 to 255 with black
 * bars on the right and below (`padWithDivisor`).
 */
export const yunet: Family = {
  id: 'yunet',
  recognise(model) {
    const levels = levelsOf(model, COLUMNS, 1)
    if (!levels || !mayDo(model, 'detect', 'pose')) return null
    return {
      modelType: 'keypoint_detection',
      architecture: 'YuNet (faces)',
      classes: faceNames(model.classNames),
      needsNms: true,
      pixels: { ...BYTES_RGB, fit: 'letterbox_top_left', bars: BLACK, channels: 'bgr' },
      keypoints: FACE_POINTS,
      decode(outputs, { confidence, classIds }) {
        const found = new CandidateList()
        if (classIds && !classIds.has(0)) return found
        let first = 0
        for (const level of levels) {
          const [cls, obj, box] = level.outputs.map((i) => (outputs[i] as OutputTensor).data) as Three
          for (let row = 0; row < level.rows; row++) {
            const score = Math.sqrt(held(cls[row] as number) * held(obj[row] as number))
            if (!(score >= confidence)) continue
            const [x, y] = cellOf(level, row, 1)
            const [dx, dy, dw, dh] = box.subarray(4 * row, 4 * row + 4) as unknown as Four
            const [cx, cy] = [(x + dx) * level.stride, (y + dy) * level.stride]
            const [w, h] = [(Math.exp(dw) * level.stride) / 2, (Math.exp(dh) * level.stride) / 2]
            found.push(cx - w, cy - h, cx + w, cy + h, score, 0, first + row)
          }
          first += level.rows
        }
        return found
      },
      shape: (found, outputs) => ({
        ...found,
        keypoints: pointsOf(found, (row, k) => {
          const [level, own] = levelOfRow(levels, row)
          const { data } = outputs[level.outputs[3] as number] as OutputTensor
          const [x, y] = cellOf(level, own, 1)
          const at = 10 * own + 2 * k
          return [(x + (data[at] as number)) * level.stride, (y + (data[at + 1] as number)) * level.stride]
        }),
      }),
    }
  },
}

type Three = [Float32Array, Float32Array, Float32Array]
type Four = [number, number, number, number]

const held = (score: number): number => Math.min(Math.max(score, 0), 1)
