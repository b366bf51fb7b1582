/** Counts the parts of annotations that a format cannot hold, for the warnings of the export. */
import type { Annotation } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Said, saidOf } from '../../../shared/messages/said.ts'

const SENTENCES = {
  polylines: 'export.lost_polylines',
  keypoints: 'export.lost_keypoints',
  holes: 'export.lost_holes',
  parts: 'export.lost_parts',
  outlines: 'export.lost_outlines',
  boxes: 'export.boxes_as_outlines',
  confidences: 'export.lost_confidences',
  fractions: 'export.lost_fractions',
  endings: 'export.not_jpeg',
} as const
export type Loss = keyof typeof SENTENCES

export interface Losses {
  /** Once for each annotation or image. */
  note(loss: Loss): void
  /** Notes the confidence of an annotation, for which no format has a place. */
  noteConfidence(annotation: Annotation): void
  /** One sentence for each kind of loss. */
  warnings(): Said[]
}

export function createLosses(): Losses {
  const counts = new Map<Loss, number>()
  const note = (loss: Loss) => void counts.set(loss, (counts.get(loss) ?? 0) + 1)
  return {
    note,
    noteConfidence: ({ confidence }) => {
      if (confidence !== null) note('confidences')
    },
    warnings: () =>
      (Object.keys(SENTENCES) as Loss[]).flatMap((loss) => {
        const n = counts.get(loss)
        return n === undefined ? [] : [saidOf(message(SENTENCES[loss], { n }))]
      }),
  }
}
