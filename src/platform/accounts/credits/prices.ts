/** Prices of work, the same for quotes and charges. */
import type { DeploymentCompute } from '../../../shared/api/deployment-compute.ts'
import { FREE_BOOK } from '../../../shared/api/plans.ts'
import type { Price } from '../../../shared/api/usage.ts'

/** Quantities, by the kind of work that they measure. */
export interface Measures {
  workflow_run: { frames: number }
  /** A pass is one run of a model over one image or tile. */
  annotation_batch: { passes: number }
  model_evaluation: { images: number }
  /** Minutes of one running container, by its compute. */
  deployment: Partial<Record<`${DeploymentCompute}_minutes`, number>>
}
export type PricedKind = keyof Measures

/** Micro-USD for each unit. */
type Book = { readonly [K in PricedKind]: { readonly [Unit in keyof Measures[K]]-?: number } }

/** A book is never edited: charges name the version by which they were computed. */
const BOOKS: Readonly<Record<number, Book>> = {
  [FREE_BOOK]: {
    workflow_run: { frames: 0 },
    annotation_batch: { passes: 0 },
    model_evaluation: { images: 0 },
    deployment: { cpu_minutes: 0, t4_minutes: 0, l4_minutes: 0, a10g_minutes: 0, a100_minutes: 0 },
  },
  1: {
    workflow_run: { frames: 20 },
    annotation_batch: { passes: 200 },
    model_evaluation: { images: 20 },
    deployment: {
      cpu_minutes: 1_000,
      t4_minutes: 10_000,
      l4_minutes: 14_000,
      a10g_minutes: 20_000,
      a100_minutes: 45_000,
    },
  },
}

/**
 * Price in whole micro-USD; parts of one count as a whole one.
 * @throws RangeError for a book that does not exist, and for a quantity that is negative or too large.
 */
export function price<K extends PricedKind>(kind: K, measure: Measures[K], bookVersion: number): number {
  const rates = BOOKS[bookVersion]?.[kind]
  if (!rates) throw new RangeError(`There is no price book ${bookVersion}.`)
  let total = 0
  for (const [unit, rate] of Object.entries<number>(rates)) {
    const quantity = (measure[unit as keyof Measures[K]] as number | undefined) ?? 0
    if (!(quantity >= 0)) throw new RangeError(`The quantity of ${unit} is ${quantity}.`)
    total += Math.ceil(roundingAway(quantity * rate))
  }
  if (!Number.isSafeInteger(total)) throw new RangeError(`The price ${total} is too high.`)
  return total
}

/** Without the error of a product of fractions, such as 0.05 minutes at 20,000. */
const roundingAway = (amount: number): number => Number(amount.toFixed(4))

/** The prices of a book that are not 0. */
export const pricesOf = (bookVersion: number): Price[] =>
  Object.entries(BOOKS[bookVersion] ?? {}).flatMap(([kind, rates]) =>
    Object.entries(rates).flatMap(([unit, micro_usd]) => (micro_usd === 0 ? [] : [{ kind, unit, micro_usd }])),
  )
