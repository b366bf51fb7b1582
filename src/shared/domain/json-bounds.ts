/** Measures untrusted JSON before code sees it that recurses without a limit or compares entries. */

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

/** True when lists and objects are nested more than `limit` deep; itself goes no deeper than that. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (!isNested(value)) return false
  if (limit === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(inner, limit - 1)) return true
  }
  return false
}

/** JSON pointer of a list with more than `limit` entries, null when there is none. For JSON whose depth is known. */
export function pointerOfLongList(value: unknown, limit: number, pointer = ''): string | null {
  if (!isNested(value)) return null
  if (Array.isArray(value) && value.length > limit) return pointer
  for (const [key, inner] of Object.entries(value)) {
    if (!isNested(inner)) continue
    const found = pointerOfLongList(inner, limit, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== null) return found
  }
  return null
}
