/** Sums by pair of object and track. Most pairs never overlap, so only those that do use memory. */
export interface PairTable {
  add(row: number, col: number, value: number): void
  /** 0 for a pair without additions. */
  get(row: number, col: number): number
  entries(): Iterable<[row: number, col: number, value: number]>
}

export function createPairTable(cols: number): PairTable {
  const sums = new Map<number, number>()
  return {
    add(row, col, value) {
      const key = row * cols + col
      sums.set(key, (sums.get(key) ?? 0) + value)
    },
    get: (row, col) => sums.get(row * cols + col) ?? 0,
    *entries() {
      for (const [key, value] of sums) yield [Math.floor(key / cols), key % cols, value]
    },
  }
}
