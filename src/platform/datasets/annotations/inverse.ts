/** How the annotations of an image before a change are made from those after it. */
import type { AnnotationRow } from '../../db/schema/annotations.ts'
import { pausing } from '../../machine/pauses.ts'

/** An annotation of an image that is known from the context. */
export type StoredRow = Omit<AnnotationRow, 'image_id'>

export interface Inverse {
  /** True when the change left nothing of the annotations before: `old` and `past_annotations` have all of them. */
  all: boolean
  /** Ids of annotations that the change created; empty with `all`. */
  created: readonly string[]
  /** Ids of annotations that a review rejected. */
  rejected: readonly string[]
  /** Annotations that the change updated or removed, as they were. */
  old: readonly StoredRow[]
}

/** The text of an inverse. Geometries are JSON already, and are not parsed. */
export function inverseText({ all, created, rejected, old }: Inverse): string {
  const rows = old.map(
    ({ id, label_id, position, confidence, geometry, extra }) =>
      `["${id}","${label_id}",${position},${confidence},${geometry},${extra}]`,
  )
  return `{"all":${all},"created":${JSON.stringify(created)},"rejected":${JSON.stringify(rejected)},"old":[${rows.join(',')}]}`
}

type Written = [string, string, number, number | null, object, object | null]

/** `parsed`: JSON of `inverseText`. Others are answered meanwhile. */
export async function inverseOf(parsed: unknown): Promise<Inverse> {
  const { old, ...rest } = parsed as Omit<Inverse, 'old'> & { old: readonly Written[] }
  const pause = pausing()
  const rows: StoredRow[] = []
  for (const [id, label_id, position, confidence, geometry, extra] of old) {
    if (pause.isDue) await pause.take()
    const texts = { geometry: JSON.stringify(geometry), extra: extra && JSON.stringify(extra) }
    rows.push({ id, label_id, position, confidence, ...texts })
  }
  return { ...rest, old: rows }
}

/** Changes the annotations after a change, by id, to those before it. Of a part of them, it makes that part. */
export function undo(rows: Map<string, StoredRow>, { all, created, old }: Inverse, isWanted = (_id: string) => true) {
  if (all) rows.clear()
  for (const id of created) rows.delete(id)
  for (const row of old) if (isWanted(row.id)) rows.set(row.id, row)
}
