/** Area of a ring x, y, x, y …, regardless of its direction. */
export function polygonArea(ring: ArrayLike<number>): number {
  let twice = 0
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    twice += (ring[before] as number) * (ring[i + 1] as number) - (ring[i] as number) * (ring[before + 1] as number)
  }
  return Math.abs(twice) / 2
}
