/** An operation of the canvas as the API takes it. */
import type { AnnotationOperation } from '../../../../shared/api/image-annotations.ts'
import type { Fields, Labelled, Operation } from '../labelling/document/annotation.ts'

const GEOMETRIES: readonly string[] = ['bounding_box', 'polygon', 'polyline', 'keypoint']
/** Values that stand for the lack of one where the API takes no null. */
const CLEARED: Readonly<Record<string, unknown>> = { review: 'none', occluded: false, outside: false }

/** @param baseRevision the revision of the annotations that the operation changes */
export function wireOperation(operation: Operation, baseRevision: number): AnnotationOperation {
  const { id, action } = operation
  const wire = { op_id: crypto.randomUUID(), id, base_revision: baseRevision }
  if (action === 'delete') return { ...wire, action }
  return { ...wire, action, fields: wireFields(operation.fields) }
}

/** A new geometry replaces the one of another type, so that the latter is left out. */
function wireFields(fields: Fields | Omit<Labelled, 'id'>): AnnotationOperation['fields'] {
  const entries = Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined || (value === null && GEOMETRIES.includes(field))) return []
    return [[field, value === null && field in CLEARED ? CLEARED[field] : value]]
  })
  return Object.fromEntries(entries)
}

/** The same operation for the canvas: fields that the API clears are removed. */
export function canvasOperation({ id, action, fields = {} }: AnnotationOperation): Operation {
  if (action === 'delete') return { action, id }
  if (action === 'create') return { action, id, fields: { confidence: null, ...fields } as Omit<Labelled, 'id'> }
  const changes: Record<string, unknown> = { ...fields }
  const given = GEOMETRIES.find((name) => changes[name] !== undefined)
  // Only one geometry is left when the type changes.
  if (given !== undefined) for (const name of GEOMETRIES) if (name !== given) changes[name] = null
  return { action, id, fields: changes as Fields }
}
