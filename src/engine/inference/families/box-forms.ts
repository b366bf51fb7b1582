/** The forms in which heads write boxes, told apart by the values. */

/** The share of rows that may be no boxes in a head that is not trained to the end. */
const MAX_ODD = 0.1

type IsBox = (a: number, b: number, c: number, d: number) => boolean

/** Each row has `columns` values and begins with its box. */
function mostRows(rows: Float32Array, columns: number, isBox: IsBox): boolean {
  let odd = 0
  for (let at = 0; at < rows.length; at += columns) {
    const [a, b, c, d] = rows.subarray(at, at + 4) as unknown as [number, number, number, number]
    if (!isBox(a, b, c, d)) odd++
  }
  return odd <= (MAX_ODD * rows.length) / columns
}

/** x1, y1, x2, y2 */
export const areCorners = (rows: Float32Array, columns = 4): boolean =>
  mostRows(rows, columns, (x1, y1, x2, y2) => x2 >= x1 && y2 >= y1)

/** cx, cy, w, h */
export const areCentred = (rows: Float32Array, columns = 4): boolean =>
  mostRows(rows, columns, (cx, cy, w, h) => Math.min(cx, cy, w, h) >= 0)
