/**
 * Measures the work of a call independently of the machine: the calls of the built-ins that passes over a graph consist
 * of.
 */

type Method = (...args: unknown[]) => unknown
const COUNTED: readonly (readonly [object, string])[] = [
  [Set.prototype, 'add'],
  [Set.prototype, 'has'],
  [Map.prototype, 'get'],
  [Map.prototype, 'set'],
  [Array.prototype, 'push'],
  [String.prototype, 'startsWith'],
  [JSON, 'stringify'],
]

/** Also counts each entry that a spread or a loop reads from a list. */
export function operationsOf(work: () => unknown): number {
  let operations = 0
  const restore = COUNTED.map(([owner, name]) => {
    const methods = owner as Record<string, Method>
    const original = methods[name] as Method
    methods[name] = function (this: unknown, ...args: unknown[]) {
      operations++
      return original.apply(this, args)
    }
    return () => {
      methods[name] = original
    }
  })
  const values = Array.prototype[Symbol.iterator]
  Array.prototype[Symbol.iterator] = function* (this: unknown[]) {
    for (let i = 0; i < this.length; i++) {
      operations++
      yield this[i]
    }
  } as typeof values
  try {
    work()
  } finally {
    Array.prototype[Symbol.iterator] = values
    for (const undo of restore) undo()
  }
  return operations
}
