/** Growable columns of numbers: millions of values without an object for each. */

export interface Column<A extends Float32Array | Float64Array | Int32Array> {
  /** Holds at least `length` values; replaced when it grows. */
  data: A
  length: number
}

export const floats = (): Column<Float32Array> => ({ data: new Float32Array(1024), length: 0 })
export const doubles = (): Column<Float64Array> => ({ data: new Float64Array(1024), length: 0 })
export const integers = (): Column<Int32Array> => ({ data: new Int32Array(1024), length: 0 })

export function append<A extends Float32Array | Float64Array | Int32Array>(column: Column<A>, value: number): void {
  if (column.length === column.data.length) {
    const Grown = column.data.constructor as new (length: number) => A
    const grown = new Grown(column.data.length * 2)
    grown.set(column.data)
    column.data = grown
  }
  column.data[column.length++] = value
}

/** Index of the last of the first `length` ascending values that is at most `value`; -1 when all are greater. */
export function lastAtMost(data: ArrayLike<number>, length: number, value: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((data[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
