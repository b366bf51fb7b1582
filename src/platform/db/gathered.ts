/**
 * Gathers changes that several callers ask for at the same time, so that they share a transaction: its statements and its commit cost
 * more than another row. A change that nobody else asks for waits for nobody.
 */
import { AsyncResource } from 'node:async_hooks'
import { type Pieces, presentPieces, withPieces } from './first-change.ts'

export interface GatheredOptions<Item, Result> {
  /** Changes of one key share transactions, one of which is executed at a time. */
  keyOf(item: Item): string
  /** The most changes of a transaction. */
  most: number
  /** Carries out all of the changes or none; returns the result of each. */
  together(items: readonly Item[]): Promise<readonly Result[]>
  /** True for the error of a single change, for which the others do not fail: each is then carried out by itself. */
  isOfOne(error: unknown): boolean
}

interface Waiting<Item, Result> {
  item: Item
  pieces: Pieces
  /** In the context of its caller. */
  alone(): Promise<Result>
  resolve(result: Result): void
  reject(error: unknown): void
}

/** The returned function resolves once its change is committed. */
export function createGathered<Item, Result>(options: GatheredOptions<Item, Result>): (item: Item) => Promise<Result> {
  const lines = new Map<string, Waiting<Item, Result>[]>()
  /** Shared work belongs to the context of no caller. */
  const apart = new AsyncResource('GatheredChanges')

  const alone = async (item: Item) => (await options.together([item]))[0] as Result

  async function settleAlone({ alone, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    await alone().then(resolve, reject)
  }

  async function settle(some: readonly Waiting<Item, Result>[]): Promise<void> {
    const [first, ...others] = some
    if (first && others.length === 0) return settleAlone(first)
    try {
      const pieces = some.flatMap((waiting) => waiting.pieces)
      const results = await withPieces(pieces, () => options.together(some.map(({ item }) => item)))
      some.forEach(({ resolve }, i) => {
        resolve(results[i] as Result)
      })
    } catch (error) {
      if (options.isOfOne(error)) for (const waiting of some) await settleAlone(waiting)
      else for (const { reject } of some) reject(error)
    }
  }

  async function work(key: string, line: Waiting<Item, Result>[]): Promise<void> {
    // After all callers whose requests arrived at the same time.
    await new Promise((resolve) => setImmediate(resolve))
    while (line.length > 0) await settle(line.splice(0, options.most))
    lines.delete(key)
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      const waiting = { item, pieces: presentPieces(), alone: AsyncResource.bind(() => alone(item)), resolve, reject }
      const key = options.keyOf(item)
      const line = lines.get(key)
      if (line) return void line.push(waiting)
      const begun = [waiting]
      lines.set(key, begun)
      void apart.runInAsyncScope(work, null, key, begun)
    })
}
