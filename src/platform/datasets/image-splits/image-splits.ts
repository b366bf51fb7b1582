/**
 * Distributes the images of a data set over splits. The splits are stored in steps, each of whole groups: also after an
 * interruption no group is in two splits.
 */

import { sql } from 'kysely'
import { IMAGE_SPLITS, type ImageSplit } from '../../../shared/api/datasets.ts'
import type { SplitBalance, SplitRebalance } from '../../../shared/api/image-splits.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { seededRandom } from '../../../shared/domain/seeded-random.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { invalidField } from '../../db/naming/resource-name.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Datasets } from '../datasets.ts'

/** @throws ApiError not_found for the data set, invalid_field for shares that do not add up to 1 */
export type RebalanceSplits = (caller: Caller, dataset: string, request: SplitRebalance) => Promise<SplitBalance>

/** Images of one query. */
const READ_AT_ONCE = 2000
/** Images of one transaction, unless a group has more. */
const WRITTEN_AT_ONCE = 500
/** The largest difference of the sum of the shares from 1: numbers such as 0.7 are not exact. */
const TOLERANCE = 1e-6

const COLUMNS = ['id', 'directory_path', 'created_at', 'sha256', 'group_key', 'split', 'is_archived'] as const
type SplitImage = Pick<ImageRow, (typeof COLUMNS)[number]>

type Reads = Pick<Database, 'selectFrom'>

type SplitRatios = Record<ImageSplit, number>

/**
 * The groups of items that share a key, directly or through others; an item without a shared key is a group of its own.
 * Groups and their items, given as positions, are in the order of the items. Union-find with path halving: about linear.
 */
export async function groupByKeys<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): Promise<number[][]> {
  const pause = pausing()
  const parents = Int32Array.from(items, (_, i) => i)
  const rootOf = (item: number): number => {
    let at = item
    for (let parent = parents[at] as number; parent !== at; parent = parents[at] as number) {
      const grandparent = parents[parent] as number
      parents[at] = grandparent
      at = grandparent
    }
    return at
  }
  const firstOf = new Map<string, number>()
  for (const [i, item] of items.entries()) {
    if (pause.isDue) await pause.take()
    for (const key of keysOf(item)) {
      const first = firstOf.get(key)
      if (first === undefined) firstOf.set(key, i)
      else {
        const [a, b] = [rootOf(first), rootOf(i)]
        // The first item of a group is its root, so that groups keep the order of the items.
        parents[Math.max(a, b)] = Math.min(a, b)
      }
    }
  }
  const groups = new Map<number, number[]>()
  for (let i = 0; i < items.length; i++) {
    if (pause.isDue) await pause.take()
    const root = rootOf(i)
    const group = groups.get(root)
    if (group) group.push(i)
    else groups.set(root, [i])
  }
  return [...groups.values()]
}

/**
 * The split of each group, given their sizes: the largest groups first, those of one size in an order by chance, each to the
 * split that lacks the most images. The same arguments return the same splits on every machine. `ratios` add up to 1.
 */
export async function splitGroups(sizes: readonly number[], ratios: SplitRatios, seed: number): Promise<ImageSplit[]> {
  const pause = pausing()
  const random = seededRandom(seed)
  const order = Int32Array.from(sizes, (_, i) => i)
  for (let i = order.length - 1; i > 0; i--) {
    if (pause.isDue) await pause.take()
    const j = Math.floor(random() * (i + 1))
    const other = order[i] as number
    order[i] = order[j] as number
    order[j] = other
  }
  // By size, of which there are few different ones: to sort all groups would be one long turn.
  const bySize = new Map<number, number[]>()
  for (const group of order) {
    if (pause.isDue) await pause.take()
    const size = sizes[group] as number
    const same = bySize.get(size)
    if (same) same.push(group)
    else bySize.set(size, [group])
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const lacking = IMAGE_SPLITS.map((split) => ratios[split] * total)
  const splits: ImageSplit[] = new Array(sizes.length)
  for (const size of [...bySize.keys()].sort((a, b) => b - a)) {
    for (const group of bySize.get(size) as number[]) {
      if (pause.isDue) await pause.take()
      const neediest = lacking.indexOf(Math.max(...lacking))
      splits[group] = IMAGE_SPLITS[neediest] as ImageSplit
      lacking[neediest] = (lacking[neediest] as number) - size
    }
  }
  return splits
}

/** Images that stay together, and their split from now on. */
interface Assigned {
  ids: string[]
  split: ImageSplit
  /** Images of it whose split is another one until now. */
  changed: number
}

export function createRebalanceSplits(db: Database, datasets: Datasets, now: () => Date): RebalanceSplits {
  async function store(groups: readonly Assigned[]): Promise<void> {
    const updated_at = now().toISOString()
    await db.transaction().execute(async (tx) => {
      for (const split of IMAGE_SPLITS) {
        const ids = groups.filter((group) => group.split === split).flatMap((group) => group.ids)
        for (const some of batchesOf(ids, WRITTEN_AT_ONCE)) {
          await tx.updateTable('images').set({ split, updated_at }).where('id', 'in', some).execute()
        }
      }
    })
  }

  return async (caller, nameOrId, { train, valid, test, seed, group_by }) => {
    const dataset = await datasets.rowOf(caller, nameOrId)
    if (Math.abs(train + valid + test - 1) > TOLERANCE) throw invalidField('/train', message('invalid.split_ratios'))
    const { images, duplicates } = await readSnapshot(db, async (tx) => ({
      images: await allImages(tx, dataset.id),
      duplicates: group_by === 'near_duplicates' ? await nearDuplicatesOf(tx, dataset) : NONE,
    }))
    const groups = await groupByKeys(images, ({ id, sha256, group_key, directory_path, created_at }) => [
      `bytes ${sha256}`,
      ...(group_key === null ? [] : [`group ${group_key}`]),
      ...(duplicates.has(id) ? [`near ${duplicates.get(id)}`] : []),
      ...(group_by === 'directory_hour' ? [`hour ${created_at.slice(0, 13)} ${directory_path}`] : []),
    ])
    const live = await liveGroups(images, groups)
    const splits = await splitGroups(
      live.map(({ size }) => size),
      { train, valid, test },
      seed,
    )
    const counts = { train: 0, valid: 0, test: 0 }
    const changes: Assigned[] = []
    const pause = pausing()
    for (const [i, { images, size }] of live.entries()) {
      if (pause.isDue) await pause.take()
      const split = splits[i] as ImageSplit
      counts[split] += size
      const changed = images.filter((image) => image.split !== split).length
      // All of the group, so that a simultaneous call cannot leave it in two splits.
      if (changed > 0) changes.push({ ids: images.map(({ id }) => id), split, changed })
    }
    const stored = await storeAll(changes)
    const imagesOf = (some: readonly Assigned[]) => some.reduce((sum, { changed }) => sum + changed, 0)
    const figures = { changed: imagesOf(changes.slice(0, stored)), left: imagesOf(changes.slice(stored)) }
    return { dataset_id: dataset.id, seed, groups: live.length, counts, ...figures }
  }

  /** Returns the number of groups that are stored: fewer than all when the disk fills up. */
  async function storeAll(changes: readonly Assigned[]): Promise<number> {
    for (let stored = 0; stored < changes.length; ) {
      let end = stored
      for (let size = 0; end < changes.length; end++) {
        size += changes[end]?.ids.length ?? 0
        if (end > stored && size > WRITTEN_AT_ONCE) break
      }
      try {
        await store(changes.slice(stored, end))
      } catch (error) {
        // It fails the whole call only as long as nothing is changed.
        if (stored === 0 || !isDiskFull(error)) throw error
        return stored
      }
      stored = end
    }
    return changes.length
  }
}

interface LiveGroup {
  images: SplitImage[]
  /** The number of images that are not archived; the archived ones follow them. */
  size: number
}

async function liveGroups(images: readonly SplitImage[], groups: readonly number[][]): Promise<LiveGroup[]> {
  const pause = pausing()
  const live: LiveGroup[] = []
  for (const group of groups) {
    if (pause.isDue) await pause.take()
    const held = group.map((position) => images[position] as SplitImage)
    const size = held.filter(({ is_archived }) => is_archived === 0).length
    if (size > 0) live.push({ images: held, size })
  }
  return live
}

const NONE: ReadonlyMap<string, number> = new Map()

/** The groups of the last completed scan, by image. @throws ApiError invalid_field when there was none */
async function nearDuplicatesOf(tx: Reads, { id, name }: DatasetRow): Promise<Map<string, number>> {
  const scans = tx.selectFrom('near_duplicate_scans').select('id').where('dataset_id', '=', id)
  const scan = await scans.where('status', '=', 'completed').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!scan) throw invalidField('/group_by', message('search.no_scan', { dataset: name }))
  const groups = new Map<string, number>()
  const pause = pausing()
  for (let after = ''; ; ) {
    if (pause.isDue) await pause.take()
    const rows = await tx
      .selectFrom('near_duplicates')
      .select(['image_id', 'group_number'])
      .where('scan_id', '=', scan.id)
      .where('image_id', '>', after)
      .orderBy('image_id')
      .limit(READ_AT_ONCE)
      .execute()
    for (const { image_id, group_number } of rows) groups.set(image_id, group_number)
    const last = rows.at(-1)
    if (!last || rows.length < READ_AT_ONCE) return groups
    after = last.image_id
  }
}

/** In the order in which they were added. */
async function allImages(tx: Reads, datasetId: string): Promise<SplitImage[]> {
  const images: SplitImage[] = []
  const pause = pausing()
  for (const is_archived of [0, 1] as const) {
    for (let after: SplitImage | undefined; ; ) {
      if (pause.isDue) await pause.take()
      const ordered = tx
        .selectFrom('images')
        .select(COLUMNS)
        .where('dataset_id', '=', datasetId)
        .where('is_archived', '=', is_archived)
        .orderBy('created_at')
        .orderBy('id')
        .limit(READ_AT_ONCE)
      const page = after ? ordered.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`) : ordered
      const rows: SplitImage[] = await page.execute()
      for (const row of rows) images.push(row)
      if (rows.length < READ_AT_ONCE) break
      after = rows.at(-1)
    }
  }
  return images
}
