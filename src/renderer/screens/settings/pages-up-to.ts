/** Reads the first entries of a list that a table shows with a button for more. */
import type { PaginatedList } from '../../../shared/api/endpoint.ts'

const MOST_IN_A_CALL = 200

/** An entry that is added between two calls moves the others, so that one may be in both replies. */
export async function pagesUpTo<T extends { id: string }>(
  shown: number,
  read: (page: { limit: number; offset: number }) => Promise<PaginatedList<T>>,
): Promise<{ data: T[]; hasMore: boolean }> {
  const found = new Map<string, T>()
  for (let offset = 0; ; offset += MOST_IN_A_CALL) {
    const { data, pagination } = await read({ limit: Math.min(MOST_IN_A_CALL, shown - offset), offset })
    for (const entry of data) found.set(entry.id, entry)
    if (!pagination.has_more || offset + MOST_IN_A_CALL >= shown)
      return { data: [...found.values()], hasMore: pagination.has_more }
  }
}
