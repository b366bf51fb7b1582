/** Packs values that share parts as JSON with each part stored once: a thousand undo steps differ little. */

/** Objects are entries of a table; inside an entry `[n]` refers to entry n, and all else is literal. */
type Entry = Record<string, unknown> | unknown[]

export function packShared(value: unknown): string {
  const table: Entry[] = []
  const known = new Map<object, number>()
  const put = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    const before = known.get(part)
    if (before !== undefined) return [before]
    const at = table.push([]) - 1
    known.set(part, at)
    table[at] = Array.isArray(part)
      ? part.map(put)
      : Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, put(inner)]))
    return [at]
  }
  return JSON.stringify({ root: put(value), table })
}

/** For a text not made by `packShared` it may throw or return any value: validate the result. */
export function unpackShared(text: string): unknown {
  const { root, table } = JSON.parse(text) as { root: unknown; table: Entry[] }
  const made = new Map<number, unknown>()
  const take = (part: unknown): unknown => {
    if (!Array.isArray(part)) return part
    const [at] = part as [number]
    if (made.has(at)) return made.get(at)
    const entry = table[at]
    if (entry === undefined) return undefined
    const whole = Array.isArray(entry)
      ? entry.map(take)
      : Object.fromEntries(Object.entries(entry).map(([key, inner]) => [key, take(inner)]))
    made.set(at, whole)
    return whole
  }
  return take(root)
}
