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
  const entries: [string, V][] = []
  const conflicts: string[] = []
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, my, their] = [at(base, key), at(mine, key), at(theirs, key)]
    const changed = { mine: !Value.Equal(my, was), theirs: !Value.Equal(their, was) }
    const merged = changed.mine ? (my ?? (changed.theirs ? their : undefined)) : their
    if (merged !== undefined) entries.push([key, merged])
    if (changed.mine && changed.theirs && my !== undefined && their !== undefined && !Value.Equal(my, their))
      conflicts.push(key)
  }
  return { value: Object.fromEntries(entries), conflicts }
}

/** Merges lists whose items have ids, as `mergeRecords` does. */
export function mergeLists<V extends { id: string }>(
  base: readonly V[],
  mine: readonly V[],
  theirs: readonly V[],
): Merged<V[]> {
  const byId = (list: readonly V[]) => Object.fromEntries(list.map((item) => [item.id, item]))
  const { value, conflicts } = mergeRecords(byId(base), byId(mine), byId(theirs))
  return { value: Object.values(value), conflicts }
}

const at = <V>(record: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
