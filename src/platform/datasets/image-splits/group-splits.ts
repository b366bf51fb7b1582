/** Groups images by what they share, and distributes the groups over splits. */
import { IMAGE_SPLITS, type ImageSplit } from '../../../shared/api/datasets.ts'
import { seededRandom } from '../../../shared/domain/seeded-random.ts'
import { pausing } from '../../machine/pauses.ts'

export type SplitRatios = Record<ImageSplit, number>

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
