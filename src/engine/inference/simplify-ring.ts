/** Simplifies a ring: dropped points lie within `tolerance` of the result (Douglas and Peucker, 1973). */
export function simplifyRing(ring: ArrayLike<number>, tolerance: number): number[] {
  const count = ring.length / 2
  if (count <= 4) return Array.from(ring)
  const x = (i: number) => ring[2 * (i % count)] as number
  const y = (i: number) => ring[2 * (i % count) + 1] as number
  const keep = new Uint8Array(count)
  const farthest = furthestFrom(ring, 0)
  keep[0] = 1
  keep[farthest] = 1
  const stretches: [number, number][] = [
    [0, farthest],
    [farthest, count],
  ]
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch
    const [dx, dy] = [x(to) - x(from), y(to) - y(from)]
    const squared = dx * dx + dy * dy
    let worst = tolerance * tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const [px, py] = [x(i) - x(from), y(i) - y(from)]
      const share = squared > 0 ? Math.min(Math.max((px * dx + py * dy) / squared, 0), 1) : 0
      const distance = (px - share * dx) ** 2 + (py - share * dy) ** 2
      if (distance > worst) [worst, at] = [distance, i]
    }
    if (at < 0) continue
    keep[at] = 1
    stretches.push([from, at], [at, to])
  }
  const kept: number[] = []
  for (let i = 0; i < count; i++) if (keep[i]) kept.push(x(i), y(i))
  return kept
}

function furthestFrom(ring: ArrayLike<number>, start: number): number {
  const [x, y] = [ring[2 * start] as number, ring[2 * start + 1] as number]
  let most = -1
  let at = 0
  for (let i = 0; i < ring.length / 2; i++) {
    const distance = ((ring[2 * i] as number) - x) ** 2 + ((ring[2 * i + 1] as number) - y) ** 2
    if (distance > most) [most, at] = [distance, i]
  }
  return at
}
