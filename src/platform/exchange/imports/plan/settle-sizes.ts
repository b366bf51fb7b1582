/** Decides what becomes of images whose size differs from the declared one, once the labels of all of them are read. */
import type { ImportFormat } from '../../../../shared/api/imports.ts'
import type { NeutralAnnotation } from '../../../datasets/labels/neutral.ts'
import { type Database, toJson } from '../../../db/database.ts'
import type { DatasetImportRow, ImportImageRow, ImportLabelsRow } from '../../../db/schema/imports.ts'
import { parseLargeJson } from '../../../http/large-json.ts'
import { type SizeEvidence, type SizeRelation, type Sizing, sizingOf, toUpright } from '../fit/declared-size.ts'
import { type FitOptions, fromBase } from '../fit/fit-annotation.ts'
import type { PlanNotes } from '../reader/plan-notes.ts'
import type { DifferingSize, PlanImages, StagedImage } from './plan-images.ts'

/** A decision about an image, with the parts of its labels that lack what was dropped. */
export interface Settled {
  image: Pick<ImportImageRow, 'position' | 'sizing'>
  labels: readonly ImportLabelsRow[]
}

export interface SettleOptions {
  db: Pick<Database, 'selectFrom'>
  row: Pick<DatasetImportRow, 'id'>
  format: ImportFormat
  notes: PlanNotes
  signal: AbortSignal
  /** Counts an annotation with its place among those of its image; false when it is dropped. */
  tally(place: StagedImage, fit: FitOptions, annotation: NeutralAnnotation, at: number): boolean
  store(settled: readonly Settled[]): Promise<void>
}

/** Images, and characters of labels, that are held before they are stored. */
const [HELD_IMAGES, HELD] = [200, 4_000_000]

/** Returns the number of images about which the confirmation has to decide. */
export async function settleSizes(differing: PlanImages['differing'], options: SettleOptions): Promise<number> {
  const votes = new Map<SizeRelation, SizeEvidence>()
  for (const { sizes } of differing) {
    if (!sizes) continue
    const sum = votes.get(sizes.relation) ?? { onlyDeclared: false, onlyUpright: false }
    sum.onlyDeclared ||= sizes.onlyDeclared
    sum.onlyUpright ||= sizes.onlyUpright
    votes.set(sizes.relation, sum)
  }
  let asked = 0
  let [settled, held]: [Settled[], number] = [[], 0]
  for (const place of differing) {
    const { sizes, fit } = place
    if (!sizes || !fit || place.count === 0) continue
    options.signal.throwIfAborted()
    const sizing = sizingOf(sizes.relation, sizes, votes.get(sizes.relation) ?? sizes)
    note(place, sizes, sizing, options.notes)
    if (sizing === 'asked') asked++
    // Until the confirmation, nothing can be said to be outside.
    const fitting = sizing === 'asked' ? { ...fit, bounds: null } : fit
    const labels = await settledLabels({ ...place, sizes }, fitting, sizing, options)
    settled.push({ image: { position: place.position, sizing }, labels })
    held += place.characters
    if (settled.length < HELD_IMAGES && held < HELD) continue
    await options.store(settled)
    ;[settled, held] = [[], 0]
  }
  if (settled.length > 0) await options.store(settled)
  return asked
}

function note({ path }: StagedImage, { declared, upright }: DifferingSize, sizing: Sizing, notes: PlanNotes): void {
  const detail = `${declared.width} × ${declared.height}, ${upright.width} × ${upright.height}`
  if (sizing === 'kept') notes.noted('image.size_differs', path, detail)
  if (sizing === 'asked') notes.noted('image.size_unexplained', path, detail)
}

/** Returns the parts of which something is dropped. */
async function settledLabels(
  place: StagedImage & { sizes: DifferingSize },
  fit: FitOptions,
  sizing: Sizing,
  { db, row, format, tally }: SettleOptions,
): Promise<ImportLabelsRow[]> {
  const changed: ImportLabelsRow[] = []
  const isMoved = sizing === 'scaled' || sizing === 'turned'
  const pair = { ...place.sizes, orientation: sizing === 'turned' ? place.sizes.orientation : 1 }
  let at = 0
  const parts = db.selectFrom('import_labels').selectAll().where('import_id', '=', row.id)
  for (const part of await parts.where('position', '=', place.position).orderBy('part').execute()) {
    const read = (await parseLargeJson(part.annotations, JSON.parse)) as NeutralAnnotation[]
    const kept = read.filter((annotation) => {
      const based = fromBase(annotation.shape, format, 1)
      const shape = isMoved ? toUpright(based, pair) : based
      const rules = isMoved ? [...(annotation.rules ?? []), `geometry.${sizing}` as const] : annotation.rules
      return tally(place, fit, { ...annotation, shape, ...(rules && { rules }) }, at++)
    })
    if (kept.length < read.length) changed.push({ ...part, annotations: toJson(kept) })
  }
  return changed
}
