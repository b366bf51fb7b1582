/**
 * The base of an operation that was made while earlier ones of the same page were on their way. The answer to those has a
 * newer revision, whose changes are the page's own: without the newer base, the server would take them for another
 * person's, and report a conflict of a person with herself.
 */
import type { AnnotationOperation } from '../../../../shared/api/image-annotations.ts'

/** An answered request. */
export interface Answered {
  /** Least and greatest base of its operations. */
  from: number
  last: number
  /** The revision after it. */
  to: number
  /** Annotations whose operations were carried out. */
  ids: string[]
}

/** @param answered the earlier requests for the image, in their order */
export function rebased(operation: AnnotationOperation, answered: readonly Answered[]): AnnotationOperation {
  let base = operation.base_revision
  if (base === undefined || base === null) return operation
  for (const { from, last, to, ids } of answered) {
    if (base < from || base >= to) continue
    // Nobody else changed the image between: the new revision differs from the base by the page's own changes alone.
    const isOwnAlone = base === last && to === last + 1
    if (isOwnAlone || ids.includes(operation.id)) base = to
  }
  return { ...operation, base_revision: base }
}
