/** Bounds what a label may hold, so that no annotation of a file outgrows the process that asked for it. */
import type { ImportRule } from '../../../../shared/api/imports.ts'
import type { NeutralAnnotation, NeutralFields, NeutralShape, ReadImage } from '../../../datasets/labels/neutral.ts'

const MAX_PATH = 1000
const MAX_ALIASES = 10
/** Limits of an annotation that is saved by a call. */
const [MAX_NAME, MAX_ID, MAX_ATTRIBUTES, MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE] = [200, 200, 100, 100, 1000]
/** Corners of one annotation together: as many as fit into the body of a call. */
const MAX_POINTS = 500_000

/** Null for a path that no image can have. */
export function boundImage(image: ReadImage): ReadImage | null {
  if (image.path.length > MAX_PATH) return null
  if (!image.aliases) return image
  return { ...image, aliases: image.aliases.filter(({ length }) => length <= MAX_PATH).slice(0, MAX_ALIASES) }
}

/** Returns the rule by which an annotation that is too large is left out. */
export function boundAnnotation(annotation: NeutralAnnotation): NeutralAnnotation | ImportRule {
  const { id, name, shape, fields } = annotation
  if (name.length > MAX_NAME && name.trim().length > MAX_NAME) return 'annotation.no_class'
  if (pointsOf(shape) > MAX_POINTS) return 'annotation.invalid'
  return {
    ...annotation,
    id: id !== null && id.length > MAX_ID ? null : id,
    name: name.trim(),
    ...(fields && { fields: boundFields(fields) }),
  }
}

/** Leaves out the texts that an annotation has no place for. */
function boundFields({ attributes, track_id, ...fields }: NeutralFields): NeutralFields {
  const kept = Object.entries(attributes ?? {})
    .filter(([name, value]) => name.length <= MAX_ATTRIBUTE_NAME && String(value).length <= MAX_ATTRIBUTE)
    .slice(0, MAX_ATTRIBUTES)
  return {
    ...fields,
    ...(track_id !== undefined && track_id.length <= MAX_ID && { track_id }),
    ...(kept.length > 0 && { attributes: Object.fromEntries(kept) }),
  }
}

/** About the number of characters of its JSON. */
export function weightOf({ id, name, shape, fields }: NeutralAnnotation): number {
  const attributes = Object.entries(fields?.attributes ?? {})
  const texts = attributes.reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
  return 200 + (id?.length ?? 0) + name.length + texts + 30 * pointsOf(shape)
}

function pointsOf(shape: NeutralShape): number {
  if (shape.type === 'polyline') return shape.points.length
  return shape.type === 'polygon' ? shape.rings.reduce((sum, ring) => sum + ring.length, 0) : 1
}
