import type { Evidence } from '../../../../../shared/domain/evidence.ts'

/** The interpolated point and time at which the path met the line or entered the zone; null if it did neither. */
export function crossingPoint(evidence: Evidence): { x: number; y: number; timeS: number } | null {
  const timeS = evidence.kind === 'line' ? evidence.crossed_s : evidence.counted ? evidence.entered_s : null
  if (timeS === null) return null
  const { path } = evidence
  const next = path.findIndex((p) => p.time_s >= timeS)
  const [a, b] = [path[next - 1], path[next]]
  if (!b) return null
  if (!a || b.time_s === a.time_s) return { x: b.x, y: b.y, timeS }
  const share = (timeS - a.time_s) / (b.time_s - a.time_s)
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, timeS }
}
