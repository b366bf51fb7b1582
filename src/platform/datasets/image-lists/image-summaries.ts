/** Summaries of images for a grid: their states and sizes, and their first boxes as packed numbers. */
import { sql } from 'kysely'
import type { DatasetClass } from '../../../shared/api/datasets.ts'
import {
  type ImageSummaries,
  type ImageTagList,
  MAX_LISTED_TAGS,
  MAX_SUMMARY_BOXES,
} from '../../../shared/api/image-lists.ts'
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import { classColor } from '../../../shared/domain/class-color.ts'
import { type Database, fromJson, isUuid } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import { classesOf, type Datasets } from '../datasets.ts'
import { imageOf } from '../images/image-record.ts'
import { IS_VISIBLE, storedCount } from '../stored-annotation.ts'

/** @throws ApiError not_found for the data set */
export type SummarizeImages = (
  caller: Caller,
  request: { dataset: string; image_ids: readonly string[]; boxes: boolean },
  origin: string,
) => Promise<ImageSummaries>

/** Annotations of one query, unless one image has more. */
const ANNOTATIONS_AT_ONCE = 5000

export function createSummaries(db: Database, datasets: Datasets): SummarizeImages {
  return async (caller, request, origin) => {
    const dataset = await datasets.rowOf(caller, request.dataset)
    const ids = [...new Set(request.image_ids.map((id) => id.toLowerCase()))]
    const possible = ids.filter(isUuid)
    const images = db.selectFrom('images').selectAll().where('dataset_id', '=', dataset.id)
    const found = possible.length > 0 ? await images.where('id', 'in', possible).execute() : []
    const byId = new Map(found.map((row) => [row.id, row]))
    const rows = ids.flatMap((id) => byId.get(id) ?? [])
    const classes = classTable(dataset)
    const boxes = request.boxes ? await boxesOf(db, rows, classes) : null
    return {
      data: rows.map((row) => ({ ...imageOf(row, origin), boxes: boxes?.get(row.id) ?? [] })),
      classes: classes.used,
      missing: ids.filter((id) => !byId.has(id)),
    }
  }
}

interface ClassTable {
  /** The classes whose index has been asked for, in the order of their indexes. */
  used: DatasetClass[]
  indexOf(name: string, type: DatasetClass['type']): number
}

function classTable(dataset: DatasetRow): ClassTable {
  const colors = new Map(classesOf(dataset).map(({ name, type, color }) => [`${type} ${name}`, color]))
  const indexes = new Map<string, number>()
  const used: DatasetClass[] = []
  return {
    used,
    indexOf(name, type) {
      const key = `${type} ${name}`
      const known = indexes.get(key)
      if (known !== undefined) return known
      indexes.set(key, used.length)
      used.push({ name, type, color: colors.get(key) ?? classColor(name) })
      return used.length - 1
    },
  }
}

async function boxesOf(db: Database, rows: readonly ImageRow[], classes: ClassTable): Promise<Map<string, number[]>> {
  const packed = new Map<string, number[]>()
  const pause = pausing()
  for (const ids of inParts(rows)) {
    const annotations = await db
      .selectFrom('annotations as a')
      .innerJoin('labels as l', 'l.id', 'a.label_id')
      .select(['a.image_id', 'a.geometry', 'l.name', 'l.type'])
      .where('a.image_id', 'in', ids)
      .where('l.removed_at', 'is', null)
      .where('l.type', 'in', ['bbox', 'polygon'])
      .where(sql.raw<boolean>(IS_VISIBLE))
      // Some positions are free after a class was deleted.
      .where('a.position', '<', 4 * MAX_SUMMARY_BOXES)
      .orderBy('a.image_id')
      .orderBy('a.position')
      .execute()
    for (const { image_id, geometry, name, type } of annotations) {
      if (pause.isDue) await pause.take()
      const numbers = packed.get(image_id) ?? []
      if (numbers.length === 5 * MAX_SUMMARY_BOXES) continue
      const box = fromJson<{ bounding_box?: BoundingBox }>(geometry).bounding_box
      if (!box) continue
      numbers.push(classes.indexOf(name, type), ...[box.x, box.y, box.w, box.h].map(tenths))
      packed.set(image_id, numbers)
    }
  }
  return packed
}

/** Finer than a thumbnail shows. */
const tenths = (value: number): number => Math.round(value * 10) / 10

function inParts(rows: readonly ImageRow[]): string[][] {
  const parts: string[][] = []
  let [part, held]: [string[], number] = [[], 0]
  for (const image of rows) {
    if (image.annotation_count === 0) continue
    if (part.length > 0 && held + storedCount(image) > ANNOTATIONS_AT_ONCE) {
      parts.push(part)
      part = []
      held = 0
    }
    part.push(image.id)
    held += storedCount(image)
  }
  return part.length > 0 ? [...parts, part] : parts
}

/** @throws ApiError not_found */
type ListImageTags = (caller: Caller, dataset: string) => Promise<ImageTagList>

/** The content tags that the images of a data set have. */
export function createImageTags(db: Database, datasets: Datasets): ListImageTags {
  return async (caller, dataset) => {
    const { id } = await datasets.rowOf(caller, dataset)
    const data: string[] = []
    // The index has the first tag behind another one at once; a list of distinct tags would read every image.
    for (let last = ''; data.length < MAX_LISTED_TAGS; ) {
      const next = await db
        .selectFrom('image_tags')
        .select('tag')
        .where('dataset_id', '=', id)
        .where('tag', '>', last)
        .orderBy('tag')
        .limit(1)
        .executeTakeFirst()
      if (!next) break
      data.push(next.tag)
      last = next.tag
    }
    return { data }
  }
}
