/** Throughput and latency of a deployment over the last minutes. */
import { useMemo } from 'react'
import type { DeploymentMetrics } from '../../../../shared/api/deployments.ts'
import { formatDecimal } from '../../../base/format/format.ts'
import { Section } from '../../../base/ui/page.tsx'
import { texts } from '../../../texts/texts.ts'
import { LiveChart, type LiveSeries } from './live-chart.tsx'
import classes from './page.module.css'
import type { LivePoint } from './use-live-figures.ts'

const words = texts.deployments.live

interface LiveChartsProps {
  /** Null while the deployment is not active. */
  now: DeploymentMetrics | null
  points: readonly LivePoint[]
}

export function LiveCharts({ now, points }: LiveChartsProps) {
  const throughput = useMemo((): LiveSeries[] => {
    const rate = now ? words.perSecond(formatDecimal(now.requests_per_second, 2)) : '–'
    return [{ label: words.throughput, now: rate, pick: (point) => point.requestsPerSecond }]
  }, [now])
  const latency = useMemo((): LiveSeries[] => {
    const text = (ms: number | undefined) => (ms === undefined ? '–' : words.ms(formatDecimal(ms, 0)))
    return [
      { label: words.p50, now: text(now?.latency_ms?.p50), pick: ({ p50 }) => p50 },
      { label: words.p95, now: text(now?.latency_ms?.p95), pick: ({ p95 }) => p95, dashed: true },
    ]
  }, [now])
  return (
    <Section title={words.title}>
      <LiveChart title={words.throughput} points={points} series={throughput} />
      <LiveChart title={words.latency} points={points} series={latency} />
      <p className={classes.dim}>
        {now
          ? `${words.requests(now.requests, now.failed, now.window_seconds)} · ${words.queued(now.queued)}`
          : '\u00a0'}
      </p>
    </Section>
  )
}
