/**
 * SAM 3 as a detector: finds the objects that its prompts name. Each text is encoded once, each image once for all
 * prompts.
 */

import { SAM3_NAME } from '../../../shared/domain/installed-models.ts'
import type { ModelInspection } from '../../../shared/engine-contract/job.ts'
import { CandidateList, type Found } from '../candidates.ts'
import type { DetectorSession, InferOptions } from '../detector-session.ts'
import { suppress, topScored } from '../nms.ts'
import { outlinesOf, type Rings, trace } from '../outlines.ts'
import { SIGNATURES } from './network-signature.ts'
import {
  borrowNetworks,
  DEVIATION,
  type Decoded,
  type Embedding,
  MEAN,
  openTokenizer,
  type Prompt,
  type Sam3Networks,
  uniquePrompts,
} from './networks.ts'

/**
 * `folder` holds the files of `SAM3_FILES`. Raises `RunFailure`: `model_missing`, `model_unreadable`,
 * `model_unsupported` (a file that does not fit, by name, tensor and shape).
 */
export async function openSam3(folder: string, threads: number, asked: readonly Prompt[]): Promise<DetectorSession> {
  const prompts = uniquePrompts(asked)
  const tokenize = openTokenizer(folder)
  const networks = await borrowNetworks(folder, threads)
  try {
    const texts: Embedding[] = []
    for (const { name } of prompts) texts.push(await networks.encodeText(tokenize(name)))
    await tryOut(networks, texts[0] ?? (await networks.encodeText(tokenize(''))))
    return {
      inspection: inspectionOf(networks, prompts),
      imagesPerRun: 1,
      async infer(pixels, options) {
        const image = await networks.encodeImage(pixels)
        const found: PromptFound[] = []
        for (const [i, prompt] of prompts.entries()) {
          if (options.classIds && !options.classIds.has(i)) continue
          const decoded = await networks.decode(image, texts[i] as Embedding)
          found.push(foundFor(decoded, i, prompt, networks.input, options))
        }
        return together(found, options)
      },
      close: networks.close,
    }
  } catch (error) {
    await networks.close()
    throw error
  }
}

/** Runs on a blank image, so that a mismatch shows before the first frame. */
async function tryOut({ input, encodeImage, decode }: Sam3Networks, text: Embedding): Promise<void> {
  const blank = new Float32Array(3 * input.width * input.height)
  await decode(await encodeImage(blank), text)
}

const inspectionOf = ({ input, precision }: Sam3Networks, prompts: readonly Prompt[]): ModelInspection => ({
  modelType: prompts.some((p) => p.output_type === 'polygon') ? 'instance_segmentation' : 'object_detection',
  family: SAM3_NAME,
  architecture: 'SAM 3',
  classes: prompts.map((p) => p.name),
  input: {
    name: 'images',
    ...input,
    layout: 'nchw',
    elementType: precision === 'fp16' ? 'float16' : 'float32',
    dynamic: false,
    fit: 'stretch',
    channels: 'rgb',
    scale: 1,
    mean: [MEAN, MEAN, MEAN],
    deviation: [DEVIATION, DEVIATION, DEVIATION],
  },
  outputs: SIGNATURES.decoder.outputs.map(({ name, types, shape }) => ({
    name,
    elementType: types[0] as string,
    shape: [...shape],
  })),
  nmsInside: false,
  keypoints: null,
  precision,
  weights: { type: precision, form: null },
  cpuGain: null,
  metadata: {},
  speed: null,
})

export interface PromptFound {
  list: CandidateList
  shapes: Rings[]
}

/** The remaining queries of one prompt, in pixels of the image. */
export function foundFor(
  { boxes, logits, presence, masks }: Decoded,
  classId: number,
  prompt: Prompt,
  { width, height }: Sam3Networks['input'],
  options: InferOptions,
): PromptFound {
  const candidates = new CandidateList()
  const isThere = sigmoid(presence)
  for (const [query, logit] of logits.entries()) {
    const score = sigmoid(logit) * isThere
    if (!(score >= options.confidence)) continue
    const [x1, y1, x2, y2] = boxes.subarray(4 * query, 4 * query + 4) as unknown as [number, number, number, number]
    candidates.push(x1 * width, y1 * height, x2 * width, y2 * height, score, classId, query)
  }
  const kept = suppress(candidates, options)
  const list = new CandidateList()
  const shapes: Rings[] = []
  const { data, rows, columns } = masks
  for (let i = 0; i < kept.count; i++) {
    const [x1, y1, x2, y2] = kept.boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
    list.push(x1, y1, x2, y2, kept.scores[i] as number, classId)
    if (prompt.output_type === 'bbox') shapes.push([])
    else {
      const query = kept.rows?.[i] as number
      const mask = data.subarray(query * rows * columns, (query + 1) * rows * columns)
      const scaled = (v: number, at: number) => v * (at % 2 === 0 ? width / columns : height / rows)
      shapes.push(trace(mask, columns, rows, 0).map((ring) => ring.map(scaled)))
    }
  }
  return { list, shapes }
}

export function together(found: readonly PromptFound[], options: InferOptions): Found {
  const all = new CandidateList()
  const shapes = found.flatMap((f) => f.shapes)
  for (const { boxes, scores, classIds, count } of found.map((f) => f.list)) {
    for (let i = 0; i < count; i++) {
      const [x1, y1, x2, y2] = boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number]
      all.push(x1, y1, x2, y2, scores[i] as number, classIds[i] as number)
    }
  }
  const kept = options.classAgnostic ? suppress(all, options) : topScored(all, options.maxDetections)
  const { rows, ...picked } = kept
  if (shapes.every((shape) => shape.length === 0)) return picked
  return { ...picked, outlines: outlinesOf(Array.from(rows as Int32Array, (row) => shapes[row] as Rings)) }
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
