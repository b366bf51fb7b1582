/** Outlines the object of points or of a box by a network of the Segment Anything family. */
import type { Box, Size } from '../../shared/domain/geometry.ts'
import type { SegmentedObject, SegmentPrompt } from '../../shared/engine-contract/segmentation.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import {
  DEVIATION,
  MEAN,
  openSam,
  type PromptPoint,
  type SamEmbedding,
  type SamMasks,
  type SamNetworks,
} from '../inference/sam/sam-networks.ts'
import type { Frame } from '../media/frame.ts'
import { outlineOf } from './mask-outline.ts'
import { KEPT_EMBEDDINGS, type OpenSegmenter } from './open-segmenter.ts'
import { Recent } from './recent.ts'

/** The embedding of an image with the sizes that prompts on it need. */
interface Encoded {
  embedding: SamEmbedding
  image: Size
  fitted: Size
}

/** Raises the failures of `openSam`. */
export async function openSamSegmenter(name: string, folder: string, threads: number): Promise<OpenSegmenter> {
  const networks = await openSam(folder, threads)
  const encoded = new Recent<Encoded>(KEPT_EMBEDDINGS)
  return {
    name,
    async segment(image, frame, prompt) {
      if (prompt.kind === 'texts') throw new RunFailure('model_unsupported', message('segmenter.no_texts', { name }))
      const at = await encoded.of(image.sha256, () => encode(networks, frame))
      const masks = await networks.decode(at.embedding, pointsOf(prompt, at), at.fitted)
      const object = bestOf(masks, at, networks.input)
      return object ? [object] : []
    },
    close: networks.close,
  }
}

async function encode({ variant, input, encode }: SamNetworks, frame: Frame): Promise<Encoded> {
  const image = { width: frame.width, height: frame.height }
  const scale = Math.min(input.width / image.width, input.height / image.height)
  const fitted =
    variant === 'sam2' ? input : { width: Math.round(image.width * scale), height: Math.round(image.height * scale) }
  const area = fitted.width * fitted.height
  const planes = new Float32Array(3 * area)
  frame.letterbox(planes, { ...fitted, fit: 'stretch' })
  // Zero after the normalisation, as SAM pads.
  const tensor = new Float32Array(3 * input.width * input.height)
  for (let c = 0; c < 3; c++) {
    for (let y = 0; y < fitted.height; y++) {
      const to = (c * input.height + y) * input.width
      const from = c * area + y * fitted.width
      for (let x = 0; x < fitted.width; x++) {
        tensor[to + x] = ((planes[from + x] as number) - (MEAN[c] as number)) / (DEVIATION[c] as number)
      }
    }
  }
  return { embedding: await encode(tensor), image, fitted }
}

/** Negative boxes are points at their middle: the prompt encoder knows one box, which includes. */
function pointsOf(prompt: Exclude<SegmentPrompt, { kind: 'texts' }>, { image, fitted }: Encoded): PromptPoint[] {
  const at = (x: number, y: number, label: PromptPoint['label']): PromptPoint => ({
    x: (x * fitted.width) / image.width,
    y: (y * fitted.height) / image.height,
    label,
  })
  if (prompt.kind === 'points') {
    // Without a box the export expects a padding point.
    return [
      ...prompt.positive.map(({ x, y }) => at(x, y, 1)),
      ...prompt.negative.map(({ x, y }) => at(x, y, 0)),
      { x: 0, y: 0, label: -1 },
    ]
  }
  const { x1, y1, x2, y2 } = prompt.box
  const middles = prompt.negative.map((box) => at((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2, 0))
  return [...middles, at(x1, y1, 2), at(x2, y2, 3)]
}

/** The mask of the highest predicted quality. */
function bestOf(
  { masks, scores, width, height, unpadded }: SamMasks,
  { image, fitted }: Encoded,
  input: Size,
): SegmentedObject | null {
  let best = 0
  for (const [i, score] of scores.entries()) if (score > (scores[best] as number)) best = i
  const values = masks.subarray(best * width * height, (best + 1) * width * height)
  // Masks of the padded input reach beyond the image.
  const covered = unpadded ? fitted : input
  const area: Box = {
    x1: 0,
    y1: 0,
    x2: (covered.width * image.width) / fitted.width,
    y2: (covered.height * image.height) / fitted.height,
  }
  const bounds = { x1: 0, y1: 0, x2: image.width, y2: image.height }
  const object = outlineOf({ values, width, height, threshold: 0, area }, bounds)
  const score = Math.min(1, Math.max(0, scores[best] ?? 0))
  return object && { ...object, className: '', score }
}
