/** The requests of the last minute, as figures. */
import type { DeploymentMetrics } from '../../../shared/api/deployments.ts'

export type Figures = Omit<DeploymentMetrics, 'containers' | 'queued'>

export interface RecentFigures {
  note(latencyMs: number, isOk: boolean): void
  read(): Figures
}

const WINDOW_MS = 60_000
/** A faster deployment is measured over a shorter time. */
const MOST_KEPT = 100_000

/** `clock`: milliseconds that never go back. */
export function createRecentFigures(clock: () => number = () => performance.now()): RecentFigures {
  const startedAt = clock()
  let kept: { at: number; ms: number; isOk: boolean }[] = []
  const recent = (now: number) => kept.filter(({ at }) => now - at < WINDOW_MS)

  return {
    note(ms, isOk) {
      kept.push({ at: clock(), ms, isOk })
      if (kept.length > MOST_KEPT) kept = recent(clock()).slice(-MOST_KEPT / 2)
    },
    read() {
      const now = clock()
      kept = recent(now)
      const latencies = kept.filter(({ isOk }) => isOk).map(({ ms }) => ms)
      const seconds = Math.min(WINDOW_MS, Math.max(1000, now - startedAt)) / 1000
      return {
        window_seconds: Math.round(seconds),
        requests: kept.length,
        failed: kept.length - latencies.length,
        requests_per_second: Math.round((kept.length / seconds) * 100) / 100,
        latency_ms: latencyOf(latencies.sort((a, b) => a - b)),
      }
    },
  }
}

/** Null without a successful request. */
function latencyOf(sorted: readonly number[]): Figures['latency_ms'] {
  if (sorted.length === 0) return null
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] as number)
  const mean = rounded(sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length)
  return { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100
