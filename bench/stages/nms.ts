import { recognise } from '../../src/engine/inference/families/families.ts'
import { suppress } from '../../src/engine/inference/nms.ts'
import { spreadOf } from '../clock.ts'

const CLASSES = 80
const CELLS = 8400

/**
 * Decodes the output of a detector, 80 classes x 8,400 boxes, to detections, in ms. `candidates`: number of boxes that
 * pass the threshold; `crowded`: all of them overlap.
 */
export async function nms({ candidates, crowded }: { candidates: number; crowded: boolean }) {
  const data = new Float32Array((4 + CLASSES) * CELLS)
  const every = Math.max(1, Math.floor(CELLS / candidates))
  for (let i = 0; i < CELLS; i++) {
    const spread = crowded ? 600 : 560
    data[i] = 40 + ((i * 7919) % spread)
    data[CELLS + i] = 40 + ((i * 104_729) % spread)
    data[2 * CELLS + i] = crowded ? 8 : 30 + (i % 50)
    data[3 * CELLS + i] = crowded ? 8 : 30 + (i % 40)
    const sure = crowded || i % every === 0
    for (let c = 0; c < CLASSES; c++)
      data[(4 + c) * CELLS + i] = sure && c === i % CLASSES ? 0.3 + ((i * 31) % 700) / 1000 : 0.01
  }
  const outputs = [{ name: 'output0', shape: [1, 4 + CLASSES, CELLS], data }]
  const classNames = Array.from({ length: CLASSES }, (_, i) => `class ${i}`)
  const head = recognise({
    metadata: {},
    classNames,
    outputs,
    takesSize: false,
    input: { width: 640, height: 640, layout: 'nchw', elementType: 'float32' },
  })
  if (!head) throw new Error('the head was not recognised')
  const decoding = { confidence: 0.25, classIds: null }
  const suppression = { iou: 0.7, classAgnostic: crowded, maxDetections: 300 }
  return spreadOf(crowded ? 100 : 400, () => void suppress(head.decode(outputs, decoding), suppression))
}
