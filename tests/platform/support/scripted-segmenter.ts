/** A segmenter for API tests. */
import { readFileSync } from 'node:fs'
import type { Inspected } from '../../../src/shared/engine-contract/job.ts'
import type { Segmentation, SegmentRequest } from '../../../src/shared/engine-contract/segmentation.ts'

/** In each IMAGE, one object: its outline is the box of the prompt, or a square around the first point. */
export function segmentScripted({ image, prompt, segmenter }: SegmentRequest): Inspected<Segmentation> {
  if (!readFileSync(image.path, 'utf8').startsWith('IMAGE')) {
    return { ok: false, error: { code: 'source_unreadable', message: 'Unreadable.', node_id: null } }
  }
  const [point = { x: 20, y: 20 }] = prompt.kind === 'points' ? prompt.positive : []
  const { x1, y1, x2, y2 } =
    prompt.kind === 'box'
      ? prompt.box
      : { x1: Math.max(0, point.x - 10), y1: Math.max(0, point.y - 10), x2: point.x + 10, y2: point.y + 10 }
  const object = { score: 0.8, box: { x1, y1, x2, y2 }, rings: [[x1, y1, x2, y1, x2, y2, x1, y2]] }
  const classes = prompt.kind === 'texts' ? prompt.classes.map(({ name }) => name) : ['']
  const objects = classes.map((className) => ({ ...object, className }))
  return { ok: true, value: { segmenter: segmenter.kind, width: 1280, height: 720, objects, ms: 5 } }
}
