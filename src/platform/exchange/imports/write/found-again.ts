/**
 * A merge: which annotations of an image those of a file are. They have its id, or else the same class and the same geometry within
 * rounding, since most formats have no ids.
 */
import type { Annotation } from '../../../../shared/domain/annotation.ts'
import { type Extras, extraOf, isPending, type LabelledRow } from '../../../datasets/stored-annotation.ts'
import { fromJson, fromJsonOrNull } from '../../../db/database.ts'
import { distanceOf, type Geometry, MOST_ROUNDED } from './geometry-distance.ts'

export interface FoundAgain {
  added: LabelledRow[]
  /** What annotations of the image become, by their ids. */
  changed: Map<string, LabelledRow>
  unchanged: number
}

export function foundAgain(there: readonly LabelledRow[], rows: readonly LabelledRow[]): FoundAgain {
  const byId = new Map(there.map((row) => [row.id, row]))
  const own = new Set(rows.filter(({ id }) => byId.has(id)).map(({ id }) => id))
  const nearest = createNearest(there.filter(({ id }) => !own.has(id)))
  const found: FoundAgain = { added: [], changed: new Map(), unchanged: 0 }
  const pairs = new Map<LabelledRow, LabelledRow>()
  for (const row of rows) {
    const known = byId.get(row.id)
    if (known) pairs.set(row, known)
  }
  const lacking = rows.filter((row) => !pairs.has(row))
  // Equal ones at first, so that the order of a file does not matter.
  for (const most of [0, MOST_ROUNDED]) {
    for (const row of lacking) {
      const known = pairs.has(row) ? null : nearest(row, most)
      if (known) pairs.set(row, known)
    }
  }
  for (const row of rows) {
    const known = pairs.get(row)
    const merged = known && merge(known, row)
    if (!merged) found.added.push(row)
    else if (merged === known) found.unchanged++
    else found.changed.set(known.id, merged)
  }
  return found
}

/** The annotation of the image with the fields that the file has. A geometry that the file only rounds stays exact. */
function merge(known: LabelledRow, row: LabelledRow): LabelledRow {
  const isExact = known.type === row.type && distanceOf(geometryOf(known), geometryOf(row)) <= MOST_ROUNDED
  const merged: LabelledRow = {
    ...known,
    name: row.name,
    type: row.type,
    confidence: row.confidence ?? known.confidence,
    geometry: isExact ? known.geometry : row.geometry,
    extra: row.extra === null ? known.extra : mergedExtra(known.extra, row.extra),
  }
  const isSame = (['name', 'type', 'confidence', 'geometry', 'extra'] as const).every(
    (name) => merged[name] === known[name],
  )
  return isSame ? known : merged
}

function mergedExtra(known: string | null, given: string): string | null {
  const [before, now] = [fromJsonOrNull<Extras>(known) ?? {}, fromJson<Extras>(given)]
  return extraOf({ ...before, ...now, attributes: { ...before.attributes, ...now.attributes } })
}

const geometryOf = ({ geometry }: LabelledRow): Geometry => fromJson<Partial<Annotation>>(geometry)

/** Annotations that wait for a review are no others. */
const kindOf = (row: LabelledRow): string => `${row.type} ${isPending(row)} ${row.name}`

/** Neighbours that are compared where many lie upon each other. */
const MOST_COMPARED = 200

interface Placed {
  row: LabelledRow
  geometry: Geometry
}

/** Returns, and takes, the nearest annotation of the same class whose geometry differs by `most` pixels at most. */
function createNearest(rows: readonly LabelledRow[]): (row: LabelledRow, most: number) => LabelledRow | null {
  const byCell = new Map<string, Placed[]>()
  for (const row of rows) {
    const geometry = geometryOf(row)
    const [cell = ''] = cellsOf(row, geometry, [0])
    const known = byCell.get(cell)
    if (known) known.push({ row, geometry })
    else byCell.set(cell, [{ row, geometry }])
  }
  const taken = new Set<LabelledRow>()
  return (row, most) => {
    const geometry = geometryOf(row)
    const near = cellsOf(row, geometry, most === 0 ? [0] : [-1, 0, 1]).flatMap((cell) => byCell.get(cell) ?? [])
    let nearest: { row: LabelledRow; distance: number } | null = null
    for (const other of near.filter((one) => !taken.has(one.row)).slice(0, MOST_COMPARED)) {
      const distance = distanceOf(geometry, other.geometry)
      if (distance <= most && (!nearest || distance < nearest.distance)) nearest = { row: other.row, distance }
      if (distance === 0) break
    }
    if (nearest) taken.add(nearest.row)
    return nearest?.row ?? null
  }
}

/** The cell of its left upper corner, of the size by which formats round, and those beside it. */
function cellsOf(row: LabelledRow, { bounding_box, keypoint }: Geometry, steps: readonly number[]): string[] {
  const { x, y } = bounding_box ?? keypoint ?? { x: 0, y: 0 }
  const [column, line] = [Math.floor(x / MOST_ROUNDED), Math.floor(y / MOST_ROUNDED)]
  return steps.flatMap((right) => steps.map((down) => `${column + right} ${line + down} ${kindOf(row)}`))
}
