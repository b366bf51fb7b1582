/** The annotations of an image of an export, which are stored as one JSON text. */
import type { Annotation } from '../../../shared/domain/annotation.ts'
import type { LabelledRow } from '../../datasets/stored-annotation.ts'
import { toJson } from '../../db/json.ts'
import type { ExportImageRow } from '../../db/schema/exports.ts'
import { parseLargeJson } from '../../http/large-json.ts'

/** An image can have megabytes of outlines: others are answered while they are parsed. */
export const frozenAnnotations = async ({ annotations }: Pick<ExportImageRow, 'annotations'>): Promise<Annotation[]> =>
  (await parseLargeJson(annotations, JSON.parse)) as Annotation[]

/** JSON of an annotation as the API returns it. Geometry and rare fields are JSON of objects already, and are not parsed. */
export function frozenJson({ id, name, type, confidence, geometry, extra }: LabelledRow): string {
  const fields = [toJson({ id, name, type, confidence }), geometry, extra ?? '{}'].map((json) => json.slice(1, -1))
  return `{${fields.filter((json) => json !== '').join(',')}}`
}
