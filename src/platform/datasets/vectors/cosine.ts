/** Cosine of two descriptors; 0 when either is all zero. */
export function cosine(a: Int8Array, b: Int8Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] as number, b[i] as number]
    product += x * y
    ofA += x * x
    ofB += y * y
  }
  // One root, so that a descriptor has the cosine 1 with itself.
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}
