/** Annotations, classes and operations of the image that is being labelled. */
import type { Annotation, AnnotationType } from '../../../../../shared/domain/annotation.ts'
import { OUTLINE_FIELDS } from '../outline/outline.ts'

/** `pending` is a proposal of a model, until a person accepts, corrects or rejects it. */
export type Review = 'none' | 'pending' | 'accepted' | 'corrected' | 'rejected'

/** An annotation as the API has it; fields that the canvas does not know are kept. */
export type Labelled = Annotation & {
  review?: Review
  /** Annotations are drawn in ascending order. */
  z?: number
}

/** A class, the type of its annotations, and its colour as #rrggbb. */
export interface LabelClass {
  name: string
  /** Null for a class that annotations of every type may have. */
  type: AnnotationType | null
  color: string
}

/** Fields to set; null removes an optional one. */
export type Fields = { [K in Exclude<keyof Labelled, 'id'>]?: Labelled[K] | null }

/** A finished change of one annotation. */
export type Operation =
  | { action: 'create'; id: string; fields: Omit<Labelled, 'id'> }
  | { action: 'update'; id: string; fields: Fields }
  | { action: 'delete'; id: string }

export const isPending = ({ review }: Labelled): boolean => review === 'pending'

/** Rejected annotations stay in the history of the image and are not drawn. */
export const isRejected = ({ review }: Labelled): boolean => review === 'rejected'

/** Adds to a person's change that a proposal was corrected by it. */
export const corrected = (annotation: Labelled, fields: Fields): Fields =>
  isPending(annotation) && (fields.name !== undefined || OUTLINE_FIELDS.some((field) => fields[field] !== undefined))
    ? { ...fields, review: 'corrected' }
    : fields
