/** The two-dimensional discrete cosine transform (DCT-II) of a square of luminance, its lowest frequencies only. */

/** Side of the square. */
export const DCT_SIDE = 32

const cosines = new Map<number, Float64Array>()

/** `kept` rows of the transform: row u has cos((2x + 1) u pi / 2n) for each x. */
function rowsOf(kept: number): Float64Array {
  const known = cosines.get(kept)
  if (known) return known
  const rows = new Float64Array(kept * DCT_SIDE)
  for (let u = 0; u < kept; u++) {
    for (let x = 0; x < DCT_SIDE; x++) rows[u * DCT_SIDE + x] = Math.cos(((2 * x + 1) * u * Math.PI) / (2 * DCT_SIDE))
  }
  cosines.set(kept, rows)
  return rows
}

/** `luminance`: 32 x 32 values by rows. Returns `kept` x `kept` coefficients by rows, without normalisation. */
export function lowFrequencies(luminance: Float64Array, kept: number): Float64Array {
  const rows = rowsOf(kept)
  const across = new Float64Array(DCT_SIDE * kept)
  for (let y = 0; y < DCT_SIDE; y++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let x = 0; x < DCT_SIDE; x++) {
        sum += (luminance[y * DCT_SIDE + x] as number) * (rows[u * DCT_SIDE + x] as number)
      }
      across[y * kept + u] = sum
    }
  }
  const coefficients = new Float64Array(kept * kept)
  for (let v = 0; v < kept; v++) {
    for (let u = 0; u < kept; u++) {
      let sum = 0
      for (let y = 0; y < DCT_SIDE; y++) sum += (across[y * kept + u] as number) * (rows[v * DCT_SIDE + y] as number)
      coefficients[v * kept + u] = sum
    }
  }
  return coefficients
}
