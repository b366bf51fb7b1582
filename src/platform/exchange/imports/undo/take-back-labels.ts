/** Takes back the labels that an import wrote on images. Annotations that were changed since stay as they are. */
import { batchesOf } from '../../../../shared/domain/batches.ts'
import { saveAnnotations } from '../../../datasets/annotations/save-annotations.ts'
import type { Cause } from '../../../datasets/annotations/write-changes.ts'
import type { Label } from '../../../datasets/stored-annotation.ts'
import type { Tx } from '../../../work/jobs/job.ts'
import { digestOf, type KnownRow, type Made } from '../label-rows.ts'

export interface TakeBack {
  made: readonly Made[]
  previous: readonly KnownRow[]
}

export interface Beside {
  /** True when annotations that the import removed come back here. */
  isRestored: boolean
  /** Ids of annotations that a later import wrote as well. */
  kept: ReadonlySet<string>
}

/**
 * The annotations that the image has without the import, in their order. An annotation that was changed since the import stays;
 * one that was deleted since stays deleted.
 */
export function rowsWithout({ made, previous }: TakeBack, there: readonly KnownRow[], beside: Beside): KnownRow[] {
  const digests = new Map(made)
  const before = new Map(previous.map((row) => [row.id, row]))
  const present = new Set(there.map(({ id }) => id))
  const stay = there.flatMap((row): KnownRow[] => {
    if (beside.kept.has(row.id) || digests.get(row.id) !== digestOf(row)) return [row]
    const was = before.get(row.id)
    return was ? [was] : []
  })
  const removed = beside.isRestored ? previous.filter(({ id }) => !present.has(id) && !digests.has(id)) : []
  return [...stay, ...removed].sort((a, b) => a.position - b.position)
}

/** `images`: different ones, which are locked, with the annotations that they get. */
export async function takeBackLabels(
  tx: Tx,
  images: readonly { imageId: string; rows: readonly KnownRow[] }[],
  cause: Cause,
): Promise<void> {
  const labels = await presentLabels(
    tx,
    images.flatMap(({ rows }) => rows.map(({ label_id }) => label_id)),
  )
  const saves = images.map(({ imageId, rows }) => {
    // A class may have another name by now, and annotations of a removed class stay removed.
    const kept = rows.flatMap((row) => {
      const label = labels.get(row.label_id)
      return label ? [{ ...row, ...label }] : []
    })
    return { imageId, rows: kept.map((row, position) => ({ ...row, position, isNamed: true, isRejected: false })) }
  })
  if (saves.length > 0) await saveAnnotations(tx, saves, cause)
}

/** Ids of one query. */
const IDS_AT_ONCE = 500

async function presentLabels(tx: Pick<Tx, 'selectFrom'>, ids: readonly string[]): Promise<Map<string, Label>> {
  const present = new Map<string, Label>()
  for (const some of batchesOf([...new Set(ids)], IDS_AT_ONCE)) {
    const rows = tx.selectFrom('labels').select(['id', 'name', 'type']).where('id', 'in', some)
    for (const { id, name, type } of await rows.where('removed_at', 'is', null).execute())
      present.set(id, { name, type })
  }
  return present
}
