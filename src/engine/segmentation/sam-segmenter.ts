/** Outlines the object of points or of a box by a network of the Segment Anything family. */
import type { Box, Point, Size } from '../../shared/domain/geometry.ts'
import type { SegmentedObject, SegmentPrompt } from '../../shared/engine-contract/segmentation.ts'
import { message } from '../../shared/messages/message.ts'
import { RunFailure } from '../core/run-failure.ts'
import { fittedSize } from '../inference/sam/sam-image.ts'
import { openSam, type SamEmbedding, type SamMasks, type SamNetworks } from '../inference/sam/sam-networks.ts'
import type { SamPrompt } from '../inference/sam/sam-prompt.ts'
import type { SamSignature } from '../inference/sam/sam-signature.ts'
import type { Frame } from '../media/frame.ts'
import { bestMask } from './best-mask.ts'
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
      const asked = promptOf(prompt, at)
      const masks = await networks.decode(at.embedding, asked, at.fitted)
      const object = objectOf(masks, at, networks.signature, asked)
      return object ? [object] : []
    },
    close: networks.close,
  }
}

async function encode({ signature, encode }: SamNetworks, frame: Frame): Promise<Encoded> {
  const image = { width: frame.width, height: frame.height }
  const fitted = fittedSize(signature, image)
  const planes = new Float32Array(3 * fitted.width * fitted.height)
  frame.letterbox(planes, { ...fitted, fit: 'stretch' })
  return { embedding: await encode(planes, fitted), image, fitted }
}

/** Negative boxes are points at their middle: the prompt encoder knows one box, which includes. */
function promptOf(prompt: Exclude<SegmentPrompt, { kind: 'texts' }>, { image, fitted }: Encoded): SamPrompt {
  const [scaleX, scaleY] = [fitted.width / image.width, fitted.height / image.height]
  const at = ({ x, y }: Point): Point => ({ x: x * scaleX, y: y * scaleY })
  if (prompt.kind === 'points') {
    return { include: prompt.positive.map(at), exclude: prompt.negative.map(at), box: null }
  }
  const { x1, y1, x2, y2 } = prompt.box
  const exclude = prompt.negative.map((box) => at({ x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 }))
  return { include: [], exclude, box: { x1: x1 * scaleX, y1: y1 * scaleY, x2: x2 * scaleX, y2: y2 * scaleY } }
}

function objectOf(
  masks: SamMasks,
  { image, fitted }: Encoded,
  signature: SamSignature,
  prompt: SamPrompt,
): SegmentedObject | null {
  const { width, height } = masks
  // Masks of the padded input reach beyond the image.
  const covered = signature.size ? fitted : signature.input
  const best = bestMask(masks, signature, prompt, { x: covered.width / width, y: covered.height / height })
  if (!best) return null
  const area: Box = {
    x1: 0,
    y1: 0,
    x2: (covered.width * image.width) / fitted.width,
    y2: (covered.height * image.height) / fitted.height,
  }
  const bounds = { x1: 0, y1: 0, x2: image.width, y2: image.height }
  const object = outlineOf({ values: best.values, width, height, threshold: 0, area }, bounds)
  return object && { ...object, className: '', score: Math.min(1, Math.max(0, best.score)) }
}
