/** Records the live figures of a deployment while its page is open. */
import { useEffect, useState } from 'react'
import type { DeploymentMetrics } from '../../../../shared/api/deployments.ts'
import { useMetrics } from '../use-metrics.ts'

const EVERY_MS = 2_000
/** Length of the charts. */
export const RECORDED_S = 300

export interface LivePoint {
  /** Milliseconds since 1970. */
  at: number
  requestsPerSecond: number
  /** Milliseconds; null without requests. */
  p50: number | null
  p95: number | null
}

/** Points are oldest first; those before a pause are kept. */
export function useLiveFigures(id: string, isActive: boolean): { now: DeploymentMetrics | null; points: LivePoint[] } {
  const now = useMetrics(id, isActive, EVERY_MS)
  const [points, setPoints] = useState<LivePoint[]>([])
  useEffect(() => {
    if (!now) return
    const at = Date.now()
    const { requests_per_second: requestsPerSecond, latency_ms } = now
    const point = { at, requestsPerSecond, p50: latency_ms?.p50 ?? null, p95: latency_ms?.p95 ?? null }
    setPoints((all) => [...all.filter((old) => old.at > at - RECORDED_S * 1000), point])
  }, [now])
  return { now, points }
}
