import type { Size } from '../../../shared/domain/geometry.ts'
import type { DecodeOptions } from '../candidates.ts'
import {
  BYTES_RGB,
  cellsOf,
  type Family,
  fitOfGrid,
  mayDo,
  namesOr,
  type OutputTensor,
  STRIDES,
  tableOf,
  UNIT_RGB,
} from './family.ts'
import { decodeConditional } from './ultralytics-v5.ts'

/**
 * YOLOX: [1, cells, 5 + classes], one row for each cell of each stride: cx, cy, w, h, objectness, conditional class
 * scores. Boxes are offsets in cells and logarithms of sizes, or pixels when exported with `--decode_in_inference`.
 * Images are BGR of 0 to 255 with bars on the right and below (Megvii-BaseDetection/YOLOX, yolox/data/data_augment.py,
 * `preproc`; super-gradients agrees, training/processing/processing.py, `default_yolox_coco_processing_params`): bars on
 * both sides move boxes by some pixels. YOLOv6 emits the decoded form with an objectness of 1 throughout, for RGB of 0 to
 * 1 with bars on both sides (meituan/YOLOv6, yolov6/models/effidehead.py, yolov6/data/data_augment.py, `letterbox`).
 */
export const yolox: Family = {
  id: 'yolox',
  recognise(model) {
    const [output, ...others] = model.outputs
    const table = tableOf(output)
    if (!output || !table || others.length > 0 || !mayDo(model, 'detect')) return null
    const classes = table.columns - 5
    const strides = STRIDES.find((s) => cellsOf(model.input, s) === table.rows)
    if (!strides || classes < 1 || (model.classNames && model.classNames.length !== classes)) return null
    const cells = gridOf(model.input, strides)
    const isDecoded = looksDecoded(output, cells)
    const isV6 = isDecoded && isAlwaysSure(output)
    return {
      modelType: 'object_detection',
      architecture: isV6 ? 'YOLOv6' : `YOLOX (${isDecoded ? 'decoded' : 'raw'} head)`,
      classes: namesOr(model.classNames, classes),
      needsNms: true,
      fit: fitOfGrid(model, classes, table.rows),
      pixels: isV6 ? UNIT_RGB : { ...BYTES_RGB, fit: 'letterbox_top_left', channels: 'bgr' },
      decode: ([raw], options) => decode(raw as OutputTensor, isDecoded ? null : cells, classes, options),
    }
  },
}

/** x, y (in cells) and stride of each row. */
export function gridOf({ width, height }: Size, strides: readonly number[]): Float32Array {
  const grid: number[] = []
  for (const stride of strides) {
    for (let y = 0; y < Math.ceil(height / stride); y++) {
      for (let x = 0; x < Math.ceil(width / stride); x++) grid.push(x, y, stride)
    }
  }
  return Float32Array.from(grid)
}

/** Decoded centres lie near their cells, raw ones near 0: the trial's values decide which fits better. */
function looksDecoded({ data, shape }: OutputTensor, grid: Float32Array): boolean {
  const [, rows = 0, columns = 0] = shape
  let [decoded, raw] = [0, 0]
  for (let i = 0; i < rows; i++) {
    const [x, y, stride] = grid.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number]
    const [cx, cy] = [data[i * columns] as number, data[i * columns + 1] as number]
    decoded += Math.abs(cx / stride - x) + Math.abs(cy / stride - y)
    raw += Math.abs(cx) + Math.abs(cy)
  }
  return decoded < raw
}

const isAlwaysSure = ({ data, shape }: OutputTensor): boolean =>
  data.every((v, i) => i % (shape[2] as number) !== 4 || v === 1)

function decode(output: OutputTensor, grid: Float32Array | null, classes: number, options: DecodeOptions) {
  const found = decodeConditional(output, classes, options)
  if (!grid) return found
  const columns = output.shape[2] as number
  for (let n = 0; n < found.count; n++) {
    const row = found.rows[n] as number
    const [dx, dy, dw, dh] = output.data.subarray(row * columns, row * columns + 4) as unknown as Box
    const [x, y, stride] = grid.subarray(3 * row, 3 * row + 3) as unknown as [number, number, number]
    const [cx, cy] = [(dx + x) * stride, (dy + y) * stride]
    const [w, h] = [(Math.exp(dw) * stride) / 2, (Math.exp(dh) * stride) / 2]
    found.boxes.set([cx - w, cy - h, cx + w, cy + h], 4 * n)
  }
  return found
}

type Box = [number, number, number, number]
