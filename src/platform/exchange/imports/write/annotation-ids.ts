/** Ids of the annotations that an import reads: the same in each import of the same file, so that a merge finds them again. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { NeutralAnnotation } from '../../../datasets/labels/neutral.ts'
import { derivedId, isUuid, toJson } from '../../../db/database.ts'

/**
 * Returns the id of each annotation of an image, in their order. A UUID of the file is kept. Several annotations of one id, such
 * as the key points of an object, and equal ones without ids are numbered.
 */
export function createAnnotationIds(imageId: string, format: ImportFormat): (annotation: NeutralAnnotation) => string {
  const numbers = new Map<string, number>()
  return ({ id, name, shape }) => {
    const parts =
      id === null
        ? ['import', imageId, name, toJson(shape)]
        : ['import', format, imageId, id.toLowerCase(), shape.type, shape.type === 'keypoint' ? name : '']
    const key = id !== null && isUuid(id) ? id.toLowerCase() : derivedId(...parts)
    const n = numbers.get(key) ?? 0
    numbers.set(key, n + 1)
    if (n > 0) return derivedId(key, imageId, `${n}`)
    return key
  }
}
