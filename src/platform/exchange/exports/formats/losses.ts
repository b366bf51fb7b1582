/** Counts the parts of annotations that a format cannot hold, with the first examples of each kind. */
import type { ExportRule } from '../../../../shared/api/exports.ts'
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { message, type Said, saidOf } from '../../../../shared/messages/message.ts'
import type { Holdings } from './format-writer.ts'
import { lostFields } from './lost-fields.ts'

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
  suffixes: 'export.suffixed_names',
  unnumbered: 'export.unnumbered_classes',
  spaces: 'export.class_spaces',
  classNames: 'export.class_names',
  ignored: 'export.ignored_class',
  classes: 'export.unlisted_classes',
  unlisted: 'export.lost_unlisted',
  pixels: 'export.as_pixels',
  overlapped: 'export.overlapped',
  noPixels: 'export.lost_small',
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
  /** Notes a field of the annotation that is not kept. */
  noteField(name: string): void
  /** Notes an annotation that no writer is given. */
  leaveOut(loss: Loss, image: { archivePath: string }, annotation: Pick<Annotation, 'id'>): void
  /** Notes what is about a file of its own, or a class. */
  noteFile(loss: Loss, name: string): void
  /** One sentence for each kind of loss. */
  warnings(): Said[]
  rules(): ExportRule[]
}

/** Names of lost fields that a sentence lists. */
const MOST_NAMES = 10

export function createLosses(held: Holdings): Losses {
  const found = new Map<Loss, { count: number; examples: ExportRule['examples'] }>()
  /** One more than the sentence lists shows that there are others. */
  const names = new Set<string>()
  let [file, annotationId]: [string, string | null] = ['', null]
  let losesFields = false

  function note(loss: Loss): void {
    const there = found.get(loss)
    const examples: ExportRule['examples'] = there?.examples ?? []
    if (examples.length < MOST_EXAMPLES) examples.push({ file, annotation_id: annotationId })
    found.set(loss, { count: (there?.count ?? 0) + 1, examples })
  }
  function noteField(name: string): void {
    if (!losesFields) note('fields')
    losesFields = true
    if (names.size <= MOST_NAMES) names.add(name)
  }
  const rules = (): ExportRule[] =>
    (Object.keys(SENTENCES) as Loss[]).flatMap((loss) => {
      const one = found.get(loss)
      if (!one) return []
      const { message: sentence, text } = said(loss, one.count)
      return [{ code: SENTENCES[loss], ...one, message: sentence, text: text ?? null }]
    })
  function said(loss: Loss, n: number): Said {
    if (loss !== 'fields') return saidOf(message(SENTENCES[loss], { n }))
    const all = [...names]
    const listed = [...all.slice(0, MOST_NAMES).sort(), ...(all.length > MOST_NAMES ? ['…'] : [])]
    return saidOf(message(SENTENCES.fields, { n, names: listed.join(', ') }))
  }

  return {
    begin(image, annotation) {
      ;[file, annotationId] = [image.archivePath, annotation?.id ?? null]
      losesFields = false
      if (!annotation) return
      if (annotation.confidence !== null && !held.confidence) note('confidences')
      if (held.keepsName?.(annotation.name) === false) note('classNames')
      for (const name of lostFields(annotation, held)) noteField(name)
    },
    note,
    noteField,
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
        return n === undefined ? [] : [said(loss, n)]
      }),
    rules,
  }
}
