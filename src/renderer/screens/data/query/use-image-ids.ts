/** The ids of all images that match a query, in order: one call, kept while the window moves between grid and image. */
import { useCallback } from 'react'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { type ListedIds, listIds, parseQuery } from './image-query.ts'

/** Lists of a host, the latest last; each may have a million ids. */
const MOST_KEPT = 3
const kept = new WeakMap<Host, Map<string, ListedIds>>()

function keep(host: Host, key: string, list: ListedIds): void {
  const lists = kept.get(host) ?? new Map<string, ListedIds>()
  kept.set(host, lists)
  lists.delete(key)
  lists.set(key, list)
  for (const old of lists.keys()) if (lists.size > MOST_KEPT) lists.delete(old)
}

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id, i) => id === b[i])

export interface ImageIds {
  /** Undefined until they are read; kept, but for another query, while `isOld`. */
  list: ListedIds | undefined
  /** The query of the list, as in an address. */
  listed: string
  isOld: boolean
  error: string | null
  reload(): Promise<void>
}

/** @param search the query as in an address */
export function useImageIds(datasetId: string, search: string): ImageIds {
  const host = useHost()
  const key = `${datasetId}?${search}`
  const load = useCallback(async () => {
    const list = await listIds(host, datasetId, parseQuery(search))
    const before = kept.get(host)?.get(key)
    // An equal list stays the same object, so that nothing below it renders.
    const next = before && sameIds(before.data, list.data) ? { ...list, data: before.data } : list
    keep(host, key, next)
    return { key, search, list: next }
  }, [host, datasetId, search, key])
  const { value, error, reload } = useResource(load)
  const known = kept.get(host)?.get(key)
  const isOld = value?.key !== key && known === undefined
  const list = value?.key === key ? value.list : (known ?? value?.list)
  return { list, listed: isOld ? (value?.search ?? search) : search, isOld, error, reload }
}
