/** Counts the parts of annotations that a format cannot hold, with the first examples of each kind. */
import type { ExportRule } from '../../../../shared/api/exports.ts'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { message, type Said, saidOf } from '../../../../shared/messages/message.ts'
import { fieldsOf } from '../../../datasets/labels/stored-fields.ts'
import type { Holdings } from './format-writer.ts'

/** The sentences about losses, which `n` annotations or images have. */
export const SENTENCES = {
  pending: 'export.lost_pending',
  renamed: 'export.renamed_files',
  splits: 'export.lost_splits',
  polylines: 'export.lost_polylines',
  keypoints: 'export.lost_keypoints',
  untracked: 'export.lost_untracked',
  outside: 'export.lost_outside',
  boxesOfPose: 'export.lost_without_points',
  bridged: 'export.bridged_rings',
  holes: 'export.lost_holes',
  masks: 'export.outlines_as_masks',
  parts: 'export.lost_parts',
  outlines: 'export.lost_outlines',
  boxes: 'export.boxes_as_outlines',
  clipped: 'export.clipped',
  confidences: 'export.lost_confidences',
  fields: 'export.lost_fields',
  fractions: 'export.lost_fractions',
  endings: 'export.not_jpeg',
  names: 'export.lost_names',
  spaces: 'export.class_spaces',
  classes: 'export.unlisted_classes',
  pixels: 'export.as_pixels',
  overlapped: 'export.overlapped',
  wholeImages: 'export.as_whole_images',
  otherClasses: 'export.lost_other_classes',
  unlabelled: 'export.unlabelled_images',
  classFolders: 'export.class_folders',
} as const
export type Loss = keyof typeof SENTENCES

const MOST_EXAMPLES = 20

/** At the top of an archive that does not hold everything. */
export const LOSSES_FILE = 'losses.json'

export interface Losses {
  /** The image, or the annotation, that the next calls of `note` are about; notes what no export of this format holds. */
  begin(image: { archivePath: string }, annotation?: Annotation): void
  /** Once for each annotation or image. */
  note(loss: Loss): void
  /** Notes an annotation that no writer is given. */
  leaveOut(loss: Loss, image: { archivePath: string }, annotation: Pick<Annotation, 'id'>): void
  /** Notes what is about a file of its own, or a class. */
  noteFile(loss: Loss, name: string): void
  /** One sentence for each kind of loss. */
  warnings(): Said[]
  rules(): ExportRule[]
}

export function createLosses({ fields, attributes = [], confidence }: Holdings): Losses {
  const found = new Map<Loss, { count: number; examples: ExportRule['examples'] }>()
  const [held, heldAttributes] = [new Set<string>(fields), new Set(attributes)]
  const isHeld = ([name, value]: [string, unknown]): boolean =>
    held.has(name) || (name === 'attributes' && Object.keys(value as object).every((key) => heldAttributes.has(key)))
  let [file, annotationId]: [string, string | null] = ['', null]

  function note(loss: Loss): void {
    const there = found.get(loss)
    const examples: ExportRule['examples'] = there?.examples ?? []
    if (examples.length < MOST_EXAMPLES) examples.push({ file, annotation_id: annotationId })
    found.set(loss, { count: (there?.count ?? 0) + 1, examples })
  }
  const rules = (): ExportRule[] =>
    (Object.keys(SENTENCES) as Loss[]).flatMap((loss) => {
      const one = found.get(loss)
      if (!one) return []
      const code = SENTENCES[loss]
      const { message: sentence, text } = saidOf(message(code, { n: one.count }))
      return [{ code, ...one, message: sentence, text: text ?? null }]
    })

  return {
    begin(image, annotation) {
      ;[file, annotationId] = [image.archivePath, annotation?.id ?? null]
      if (!annotation) return
      if (annotation.confidence !== null && !confidence) note('confidences')
      if (!Object.entries(fieldsOf(annotation)).every(isHeld)) note('fields')
    },
    note,
    leaveOut(loss, image, annotation) {
      ;[file, annotationId] = [image.archivePath, annotation.id]
      note(loss)
    },
    noteFile(loss, name) {
      ;[file, annotationId] = [name, null]
      note(loss)
    },
    warnings: () =>
      (Object.keys(SENTENCES) as Loss[]).flatMap((loss) => {
        const n = found.get(loss)?.count
        return n === undefined ? [] : [saidOf(message(SENTENCES[loss], { n }))]
      }),
    rules,
  }
}
