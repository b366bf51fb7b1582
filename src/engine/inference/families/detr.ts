import type { Size } from '../../../shared/domain/geometry.ts'
import { CandidateList, type DecodeOptions } from '../candidates.ts'
import { type Family, IMAGENET, isFraction, namesOr, type OutputTensor, tableOf, UNIT_RGB } from './family.ts'
import { gridOutlines } from './mask-outlines.ts'

/** A set predictor has some hundred queries; grid heads have thousands of rows. */
export const MAX_QUERIES = 1000

/**
 * DETR style, without its postprocessor: boxes [1, queries, 4] as cx, cy, w, h from 0 to 1, and logits [1, queries,
 * classes]; for RF-DETR also masks [1, queries, height, width]. One class per query: the reference code can report a
 * query twice, under its two best classes. Images are stretched. RT-DETR and D-FINE take 0 to 1; RF-DETR and the
 * original DETR normalise with ImageNet's mean (roboflow/rf-detr, rfdetr/detr.py; facebookresearch/detr,
 * datasets/coco.py).
 */
export const detr: Family = {
  id: 'detr',
  recognise(model) {
    const boxes = model.outputs.find((o) => tableOf(o)?.columns === 4 && /box|^dets$/i.test(o.name))
    const queries = tableOf(boxes)?.rows ?? 0
    const logits = model.outputs.find(
      (o) => o !== boxes && tableOf(o)?.rows === queries && /logit|label|class/i.test(o.name),
    )
    if (!boxes || !logits || logits.isInteger || queries > MAX_QUERIES || !boxes.data.every(isFraction)) return null
    const columns = tableOf(logits)?.columns as number
    // The original DETR has a last class “nothing”, which wins for every query without an object.
    const isSoftmax = boxes.name !== 'dets' && model.classNames?.length !== columns && mostlyNothing(logits)
    const classes = isSoftmax ? columns - 1 : columns
    const masks = model.outputs.find((o) => o.shape.length === 4 && o.shape[1] === queries && /mask/i.test(o.name))
    const at = (outputs: readonly OutputTensor[], of: OutputTensor) =>
      outputs[model.outputs.indexOf(of)] as OutputTensor
    return {
      modelType: masks ? 'instance_segmentation' : 'object_detection',
      architecture: `DETR (boxes and logits${masks ? ', masks' : ''})`,
      classes: namesOr(model.classNames, classes),
      needsNms: false,
      pixels: boxes.name === 'dets' || isSoftmax ? IMAGENET : { ...UNIT_RGB, fit: 'stretch' },
      decode(outputs, options) {
        const scoreOf = scorer(at(outputs, logits).data, columns, isSoftmax)
        return bestOfQueries(at(outputs, boxes).data, 4, queries, classes, scoreOf, model.input, options)
      },
      ...(masks && {
        shape: (found, outputs) => ({ ...found, outlines: gridOutlines(found, at(outputs, masks), 0, model.input) }),
      }),
    }
  },
}

/** The best class of each query that reaches the threshold, its box in pixels. */
export function bestOfQueries(
  boxes: Float32Array,
  stride: number,
  queries: number,
  classes: number,
  scoreOf: (query: number, c: number) => number,
  { width, height }: Size,
  { confidence, classIds }: DecodeOptions,
): CandidateList {
  const found = new CandidateList()
  for (let query = 0; query < queries; query++) {
    let best = 0
    let bestClass = -1
    for (let c = 0; c < classes; c++) {
      const score = scoreOf(query, c)
      if (score >= confidence && score > best && (!classIds || classIds.has(c))) [best, bestClass] = [score, c]
    }
    if (bestClass < 0) continue
    const [cx, cy, w, h] = boxes.subarray(stride * query, stride * query + 4) as unknown as Row
    const [halfW, halfH] = [w / 2, h / 2]
    found.push(
      (cx - halfW) * width,
      (cy - halfH) * height,
      (cx + halfW) * width,
      (cy + halfH) * height,
      best,
      bestClass,
      query,
    )
  }
  return found
}

type Row = [number, number, number, number]

/** Probabilities of logits [queries, columns]. */
function scorer(logits: Float32Array, columns: number, isSoftmax: boolean): (query: number, c: number) => number {
  if (!isSoftmax) return (query, c) => 1 / (1 + Math.exp(-(logits[query * columns + c] as number)))
  let summed = -1
  let [top, sum] = [0, 0]
  return (query, c) => {
    const row = logits.subarray(query * columns, (query + 1) * columns)
    if (summed !== query) {
      summed = query
      top = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
      sum = row.reduce((a, b) => a + Math.exp(b - top), 0)
    }
    return Math.exp((row[c] as number) - top) / sum
  }
}

/** The lead of “nothing” for queries without an object; scores of heads without that class lie closer together. */
const MARGIN = 2

function mostlyNothing({ data, shape }: OutputTensor): boolean {
  const [, queries = 0, columns = 0] = shape
  let nothing = 0
  for (let query = 0; query < queries; query++) {
    const row = data.subarray(query * columns, (query + 1) * columns)
    const last = row[columns - 1] as number
    if (row.every((v, i) => i === columns - 1 || v < last - MARGIN)) nothing++
  }
  return columns > 1 && nothing > queries / 2
}
