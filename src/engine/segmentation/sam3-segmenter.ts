/** Finds the objects of texts, and that of a box, by SAM 3; its exported networks take no points. */
import { type Box, iou, type Size } from '../../shared/domain/geometry.ts'
import { tilesAndWhole, USUAL_OVERLAP } from '../../shared/domain/tiles.ts'
import {
  type BoxPrompt,
  SAM3_SEGMENTER,
  type SegmentedObject,
  type TextsPrompt,
} from '../../shared/engine-contract/segmentation.ts'
import { message } from '../../shared/messages/message.ts'
import { inFrame, type Mapped } from '../blocks/in-frame.ts'
import { RunFailure } from '../core/run-failure.ts'
import { borrowNetworks, type Embedding, type ExampleBox, openTokenizer } from '../inference/sam3/networks.ts'
import { foundFor, together } from '../inference/sam3/sam3-session.ts'
import { mergeTiles } from '../inference/tiling/merge-tiles.ts'
import type { Frame, Letterbox } from '../media/frame.ts'
import { KEPT_EMBEDDINGS, type OpenSegmenter, Recent } from './open-segmenter.ts'

/** The text of a prompt that only shows boxes, as in the reference implementation. */
const BOX_TEXT = 'visual'
/** A box is an example for SAM 3, which finds all such objects: the one in the box is the result. */
const SAME_OBJECT_IOU = 0.3
/** Overlap of detections of a class above which the lower score is suppressed, as in model blocks. */
const SUPPRESSED_IOU = 0.5

interface Encoded {
  embedding: Embedding
  letterbox: Letterbox
}

/** `onActivity` is called after each region of an image. Raises the failures of `openTokenizer` and `borrowNetworks`. */
export async function openSam3Segmenter(
  folder: string,
  threads: number,
  onActivity: () => void,
): Promise<OpenSegmenter> {
  const tokenize = openTokenizer(folder)
  const networks = await borrowNetworks(folder, threads)
  const images = new Recent<Encoded>(KEPT_EMBEDDINGS)
  const texts = new Recent<Embedding>(100)
  const textOf = (text: string) => texts.of(text, () => networks.encodeText(tokenize(text)))

  async function encoded(frame: Frame, region?: Box): Promise<Encoded> {
    const pixels = new Float32Array(3 * networks.input.width * networks.input.height)
    const letterbox = frame.letterbox(pixels, { ...networks.input, fit: 'stretch' }, region)
    return { embedding: await networks.encodeImage(pixels), letterbox }
  }

  async function find({ embedding, letterbox }: Encoded, frame: Size, prompt: TextsPrompt): Promise<Mapped[]> {
    const options = {
      confidence: prompt.confidence,
      classIds: null,
      iou: SUPPRESSED_IOU,
      classAgnostic: false,
      maxDetections: prompt.maxDetections,
    }
    const found = []
    for (const [classId, asked] of prompt.classes.entries()) {
      const decoded = await networks.decode(embedding, await textOf(asked.name))
      found.push(foundFor(decoded, classId, asked, networks.input, options))
    }
    const most = prompt.maxDetections * prompt.classes.length
    return inFrame({ found: together(found, { ...options, maxDetections: most }), letterbox }, frame)
  }

  async function byTexts(frame: Frame, whole: () => Promise<Encoded>, prompt: TextsPrompt): Promise<SegmentedObject[]> {
    const area = { x1: 0, y1: 0, x2: frame.width, y2: frame.height }
    const areas =
      prompt.tileSize === null ? [area] : tilesAndWhole(area, { size: prompt.tileSize, overlap: USUAL_OVERLAP })
    const found: { area: Box; found: Mapped[] }[] = []
    for (const tile of areas) {
      const image = tile === area ? await whole() : await encoded(frame, tile)
      found.push({ area: tile, found: await find(image, frame, prompt) })
      onActivity()
    }
    const most = prompt.maxDetections * prompt.classes.length
    const merged =
      found.length === 1
        ? (found[0]?.found ?? [])
        : mergeTiles(found, area, { classAgnostic: false, maxDetections: most })
    const left = prompt.classes.map(() => prompt.maxDetections)
    return merged.flatMap(({ classId, score, box, rings = [] }) => {
      const rest = (left[classId] ?? 0) - 1
      left[classId] = rest
      const asked = prompt.classes[classId]
      return asked && rest >= 0 ? [{ className: asked.name, score, box, rings }] : []
    })
  }

  async function byBox(frame: Frame, { embedding, letterbox }: Encoded, prompt: BoxPrompt): Promise<SegmentedObject[]> {
    const examples = [exampleOf(prompt.box, frame, true), ...prompt.negative.map((box) => exampleOf(box, frame, false))]
    const decoded = await networks.decode(embedding, await textOf(BOX_TEXT), examples)
    const options = {
      confidence: 0,
      classIds: null,
      iou: 1,
      classAgnostic: false,
      maxDetections: decoded.logits.length,
    }
    const one = foundFor(decoded, 0, { name: '', output_type: 'polygon' }, networks.input, options)
    const found = inFrame({ found: together([one], options), letterbox }, frame)
    let best: SegmentedObject | null = null
    let most = 0
    for (const { box, score, rings = [] } of found) {
      const overlap = iou(box, prompt.box)
      if (overlap < SAME_OBJECT_IOU || score * overlap <= most) continue
      most = score * overlap
      best = { className: '', score, box, rings }
    }
    return best ? [best] : []
  }

  return {
    name: SAM3_SEGMENTER,
    segment(image, frame, prompt) {
      const whole = () => images.of(image.sha256, () => encoded(frame))
      if (prompt.kind === 'texts') return byTexts(frame, whole, prompt)
      if (prompt.kind === 'box') return whole().then((at) => byBox(frame, at, prompt))
      return Promise.reject(new RunFailure('model_unsupported', message('segmenter.no_points')))
    },
    close: networks.close,
  }
}

function exampleOf({ x1, y1, x2, y2 }: Box, { width, height }: Size, isObject: boolean): ExampleBox {
  return {
    centerX: (x1 + x2) / 2 / width,
    centerY: (y1 + y2) / 2 / height,
    width: (x2 - x1) / width,
    height: (y2 - y1) / height,
    isObject,
  }
}
