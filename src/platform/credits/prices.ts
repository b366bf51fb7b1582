/** Prices of work, the same for quotes and charges. */
import { FREE_BOOK } from '../../shared/api/plans.ts'
import type { Price } from '../../shared/api/usage.ts'

/** Quantities, by the kind of work that they measure. */
export interface Measures {
  workflow_run: { frames: number }
}
export type PricedKind = keyof Measures

/** Micro-USD for each unit. */
type Book = { readonly [K in PricedKind]: { readonly [Unit in keyof Measures[K]]: number } }

/** A book is never edited: charges name the version by which they were computed. */
const BOOKS: Readonly<Record<number, Book>> = {
  [FREE_BOOK]: { workflow_run: { frames: 0 } },
  1: { workflow_run: { frames: 20 } },
}

/**
 * Price in whole micro-USD; parts of a unit count as a whole one.
 * @throws RangeError for a book that does not exist, and for a quantity that is negative or too large.
 */
export function price<K extends PricedKind>(kind: K, measure: Measures[K], bookVersion: number): number {
  const rates = BOOKS[bookVersion]?.[kind]
  if (!rates) throw new RangeError(`There is no price book ${bookVersion}.`)
  let total = 0
  for (const [unit, rate] of Object.entries(rates)) {
    const quantity = measure[unit as keyof Measures[K]] as number
    if (!(quantity >= 0)) throw new RangeError(`The quantity of ${unit} is ${quantity}.`)
    total += Math.ceil(quantity) * rate
  }
  if (!Number.isSafeInteger(total)) throw new RangeError(`The price ${total} is too high.`)
  return total
}

/** The prices of a book that are not 0. */
export const pricesOf = (bookVersion: number): Price[] =>
  Object.entries(BOOKS[bookVersion] ?? {}).flatMap(([kind, rates]) =>
    Object.entries(rates).flatMap(([unit, micro_usd]) => (micro_usd === 0 ? [] : [{ kind, unit, micro_usd }])),
  )
