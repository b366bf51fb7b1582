/** Distributes images over splits: sizes by the largest remainders, membership by chance from a seed. */
import { SPLITS, type Split, type SplitShares } from '../../../shared/api/exports.ts'
import { seededRandom } from '../../../shared/domain/seeded-random.ts'

export type SplitCounts = Record<Split, number>

/** Whole numbers that add up to `count`, as near to the shares as possible. `shares`: percent, together 100. */
export function splitCounts(count: number, shares: SplitShares): SplitCounts {
  const parts = SPLITS.map((split) => ({
    split,
    whole: Math.floor((count * shares[split]) / 100),
    remainder: (count * shares[split]) % 100,
  }))
  const left = count - parts.reduce((sum, { whole }) => sum + whole, 0)
  // The sort is stable: of equal remainders the first split gets the image.
  const largest = [...parts].sort((a, b) => b.remainder - a.remainder).slice(0, left)
  const counts = { train: 0, val: 0, test: 0 }
  for (const part of parts) counts[part.split] = part.whole + (largest.includes(part) ? 1 : 0)
  return counts
}

/** The split of each of `count` images, by position. The same arguments return the same splits on every machine. */
export function splitImages(count: number, shares: SplitShares, seed: number): Split[] {
  const counts = splitCounts(count, shares)
  const splits = SPLITS.flatMap((split) => new Array<Split>(counts[split]).fill(split))
  const random = seededRandom(seed)
  for (let i = splits.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[splits[i], splits[j]] = [splits[j] as Split, splits[i] as Split]
  }
  return splits
}
