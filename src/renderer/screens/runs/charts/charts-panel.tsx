/** The charts of a run, one at a time: counts, detections and zone occupancy over time. */
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useClassColor } from '../../../base/ui/class-colors.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './charts.module.css'
import { countsOverTime, densityOverTime, type OverTime, occupancyOverTime } from './over-time.ts'
import { TimeChart } from './time-chart.tsx'

interface ChartsPanelProps {
  inspection: Inspection
  /** Called with a time and a tolerance around it. */
  onPick: (timeS: number, withinS: number) => void
}

export function ChartsPanel({ inspection, onPick }: ChartsPanelProps) {
  const { settledEvents: events, frames, scene, duration, playback, land } = inspection
  const colorOf = useClassColor()
  const [chosen, setChosen] = useState<string | null>(null)
  const counts = useMemo(() => countsOverTime(events.items, scene, duration), [events, scene, duration])
  const density = useMemo(() => densityOverTime(frames.index, duration, colorOf), [frames, duration, colorOf])
  const occupancy = useMemo(() => occupancyOverTime(events.items, scene, duration), [events, scene, duration])
  const charts = [counts, density, occupancy].filter(({ series }) => series.length > 0)
  const shown: OverTime | undefined = charts.find(({ kind }) => kind === chosen) ?? charts[0]
  if (!shown) return null
  return (
    <figure className={classes.chart} aria-label={texts.runs.charts.titles[shown.kind]}>
      {charts.length > 1 && (
        <SegmentedControl
          className={classes.which}
          aria-label={texts.runs.charts.which}
          data={charts.map(({ kind }) => ({ value: kind, label: texts.runs.charts.names[kind] }))}
          value={shown.kind}
          onChange={setChosen}
        />
      )}
      <TimeChart key={shown.kind} chart={shown} playback={playback} onPick={shown.kind === 'density' ? land : onPick} />
    </figure>
  )
}
