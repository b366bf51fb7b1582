/** Three-way merges of values that two windows changed at the same time. */
import { Value } from 'typebox/value'

export interface Merged<T> {
  value: T
  /** Keys that both sides changed, to different values; the merged value has mine. */
  conflicts: string[]
}

/**
 * Merges records key by key: a change of one side alone is taken from that side. Where one side removed what the other
 * changed, the changed value stays. Keys keep the order of `mine`, and then of `theirs`.
 */
export function mergeRecords<V>(
  base: Readonly<Record<string, V>>,
  mine: Readonly<Record<string, V>>,
  theirs: Readonly<Record<string, V>>,
): Merged<Record<string, V>> {
  const entries = (record: Readonly<Record<string, V>>) => new Map(Object.entries(record))
  const { value, conflicts } = mergeMaps(entries(base), entries(mine), entries(theirs))
  return { value: Object.fromEntries(value), conflicts }
}

/** Merges lists whose items have ids, as `mergeRecords` does. */
export function mergeLists<V extends { id: string }>(
  base: readonly V[],
  mine: readonly V[],
  theirs: readonly V[],
): Merged<V[]> {
  const byId = (list: readonly V[]) => new Map(list.map((item) => [item.id, item]))
  const { value, conflicts } = mergeMaps(byId(base), byId(mine), byId(theirs))
  return { value: [...value.values()], conflicts }
}

/** Uses maps because they keep the order of keys; records would move numeric keys to the front. */
function mergeMaps<V>(
  base: ReadonlyMap<string, V>,
  mine: ReadonlyMap<string, V>,
  theirs: ReadonlyMap<string, V>,
): Merged<Map<string, V>> {
  const value = new Map<string, V>()
  const conflicts: string[] = []
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)]
    const changed = { mine: !same(my, was), theirs: !same(their, was) }
    const merged = changed.mine ? (my ?? (changed.theirs ? their : undefined)) : their
    if (merged !== undefined) value.set(key, merged)
    if (changed.mine && changed.theirs && my !== undefined && their !== undefined && !same(my, their))
      conflicts.push(key)
  }
  return { value, conflicts }
}

/** True for equal values. The check for identity is a fast path: most values of long lists are identical. */
export const same = (a: unknown, b: unknown): boolean => a === b || Value.Equal(a, b)
