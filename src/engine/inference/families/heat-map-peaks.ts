/** The places of keypoints in heat maps, more exact than the cells of the maps. */
import type { Size } from '../../../shared/domain/geometry.ts'

/** One heat map: the values of its cells, row by row. */
export interface HeatMap extends Size {
  values: Float32Array
}

export interface Peak {
  /** In cells, from the middle of the first one. */
  x: number
  y: number
  /** The highest value. */
  score: number
}

/** The cell with the highest value. */
function highest({ values, width }: HeatMap): Peak {
  let at = 0
  for (let i = 1; i < values.length; i++) if ((values[i] as number) > (values[at] as number)) at = i
  const x = at % width
  return { x, y: (at - x) / width, score: values[at] as number }
}

/**
 * The highest cell, moved by a quarter of a cell towards the higher neighbour, on each axis (open-mmlab/mmpose,
 * mmpose/codecs/utils/refinement.py, `refine_keypoints`).
 */
export function quarterShifted(map: HeatMap): Peak {
  const { values, width, height } = map
  const { x, y, score } = highest(map)
  const at = (column: number, row: number) => values[row * width + column] as number
  const isInsideX = x > 1 && x < width - 1 && y > 0
  const isInsideY = y > 1 && y < height - 1 && x > 0
  const dx = isInsideX ? Math.sign(at(x + 1, y) - at(x - 1, y)) : 0
  const dy = isInsideY ? Math.sign(at(x, y + 1) - at(x, y - 1)) : 0
  return { x: x + dx / 4, y: y + dy / 4, score }
}

const SIGMA = 0.8
const RADIUS = 5
const GAUSSIAN = (() => {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / (2 * SIGMA ** 2)))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / sum)
})()
const [LEAST, MOST] = [0.001, 50]
const EPSILON = 2 ** -23

/**
 * DARK (Zhang et al. 2020) in the form of UDP (Huang et al. 2020): one Newton step on the logarithm of the blurred map
 * (huggingface/transformers, models/vitpose/image_processing_vitpose.py, `post_dark_unbiased_data_processing`).
 */
export function darkPeak(map: HeatMap): Peak {
  const { width, height } = map
  const peak = highest(map)
  // Beyond the border, the map continues as its last cells.
  const at = (dx: number, dy: number) => logOfBlurred(map, within(peak.x + dx, width), within(peak.y + dy, height))
  const [middle, right, left, below, above] = [at(0, 0), at(1, 0), at(-1, 0), at(0, 1), at(0, -1)]
  const [dx, dy] = [(right - left) / 2, (below - above) / 2]
  const xx = right - 2 * middle + left + EPSILON
  const yy = below - 2 * middle + above + EPSILON
  const xy = (at(1, 1) - right - below + 2 * middle - left - above + at(-1, -1)) / 2
  const determinant = xx * yy - xy * xy
  return {
    x: peak.x - (yy * dx - xy * dy) / determinant,
    y: peak.y - (xx * dy - xy * dx) / determinant,
    score: peak.score,
  }
}

const within = (cell: number, count: number): number => Math.min(Math.max(cell, 0), count - 1)

function logOfBlurred({ values, width, height }: HeatMap, x: number, y: number): number {
  let sum = 0
  for (let j = -RADIUS; j <= RADIUS; j++) {
    const row = reflected(y + j, height) * width
    let line = 0
    for (let i = -RADIUS; i <= RADIUS; i++) {
      line += (GAUSSIAN[i + RADIUS] as number) * (values[row + reflected(x + i, width)] as number)
    }
    sum += (GAUSSIAN[j + RADIUS] as number) * line
  }
  return Math.log(Math.min(Math.max(sum, LEAST), MOST))
}

/** The cell that stands for one beyond the border: the map is mirrored there, with its last cell twice. */
function reflected(cell: number, count: number): number {
  const period = 2 * count
  const place = ((cell % period) + period) % period
  return place < count ? place : period - 1 - place
}
