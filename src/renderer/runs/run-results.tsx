/** The body of a run page: on the left what to look at, on the right what to read. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { Artifact, LogLine, WorkflowRun } from '../../shared/domain/run.ts'
import { isTerminal } from '../../shared/domain/run.ts'
import { plural } from '../messages/plural.ts'
import { useHost } from '../shell/host.ts'
import { cumulate } from './events/cumulative.ts'
import { ALL_EVENTS, type EventFilter, filterEvents } from './events/event-filter.ts'
import { EventsPanel } from './events/events-panel.tsx'
import { EvidencePanel } from './evidence/evidence-panel.tsx'
import { InspectorPlayer } from './inspector/inspector-player.tsx'
import { NodeValuesPanel } from './inspector/node-values-panel.tsx'
import { useInspection } from './inspector/use-inspection.ts'
import { Counts } from './panels/counts.tsx'
import { CountsChart } from './panels/counts-chart.tsx'
import { CsvPanel } from './panels/csv-panel.tsx'
import { FailurePanel } from './panels/failure-panel.tsx'
import { FilesPanel } from './panels/files-panel.tsx'
import { JsonPanel } from './panels/json-panel.tsx'
import { LogPanel } from './panels/log-panel.tsx'
import { ProgressPanel } from './panels/progress-panel.tsx'
import classes from './run-screen.module.css'
import { TracksPanel } from './tracks/tracks-panel.tsx'
import type { RunBlocks } from './use-run-blocks.ts'

interface RunResultsProps {
  run: WorkflowRun
  artifacts: readonly Artifact[]
  log: readonly LogLine[]
  blocks: RunBlocks
  onRunAgain: (() => void) | null
}

export function RunResults({ run, artifacts, log, blocks, onRunAgain }: RunResultsProps) {
  const { info } = useHost()
  const { id } = run
  const urlOf = useCallback(
    (a: Artifact) => `${info.files_base}/runs/${encodeURIComponent(id)}/${encodeURIComponent(a.id)}`,
    [info.files_base, id],
  )
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const { playback, events, settledEvents: settled, frames, evidence } = inspection
  const [filter, setFilter] = useState(ALL_EVENTS)
  const [tab, setTab] = useState<string | null>(null)

  const ended = isTerminal(run.status)
  const duration = run.media?.duration_seconds ?? 0
  const cumulative = useMemo(() => cumulate(settled.items, duration), [settled, duration])
  const of = (kind: Artifact['kind']) => artifacts.filter((a) => a.kind === kind)
  const [picture, csv, json, logFile] = [of('annotated_video')[0], of('csv'), of('json'), of('log')[0]]
  const hasCounts = run.counts.lines.length + run.counts.zones.length > 0
  const hasEvents = ended && (events.items.length > 0 || (hasCounts && csv.length + json.length > 0))

  const source = run.source?.kind === 'video' ? run.source.uri : null
  const pictures = {
    source: ended && source !== null ? `${info.files_base}/source?uri=${encodeURIComponent(source)}` : null,
    annotated: picture && !isStill(picture) ? urlOf(picture) : null,
  }
  const canInspect = (pictures.source !== null || pictures.annotated !== null) && run.status === 'completed'

  const show = (wanted: EventFilter) => {
    setFilter(wanted)
    setTab('events')
    const [first] = filterEvents(events.items, wanted)
    const event = first === undefined ? undefined : events.items[first]
    if (event) inspection.showEvent(event)
  }
  /** A point of the chart: the count that it rose by, else just the moment. */
  const pick = (timeS: number, withinS: number) => {
    const counted = settled.items.filter((e) => isCounted(e) && Math.abs(e.timeS - timeS) <= withinS)
    const nearest = counted.sort((a, b) => Math.abs(a.timeS - timeS) - Math.abs(b.timeS - timeS))[0]
    if (nearest) inspection.showEvent(nearest)
    else playback.seek(timeS)
  }
  const panels: [string, ReactNode, ReactNode][] = []
  if (hasEvents) {
    panels.push([
      'events',
      'Events',
      <EventsPanel key="e" {...{ events, filter, playback }} onFilter={setFilter} onShow={inspection.showEvent} />,
    ])
  }
  if (frames.index.sightings.size > 0) {
    panels.push([
      'tracks',
      'Tracks',
      <TracksPanel key="t" inspection={inspection} src={pictures.source ?? pictures.annotated} />,
    ])
  }
  if (evidence.all.length + evidence.nearMisses.length > 0) {
    panels.push(['evidence', 'Evidence', <EvidencePanel key="w" inspection={inspection} />])
  }
  if (csv.length > 0) panels.push(['csv', 'CSV', <CsvPanel key="c" artifacts={csv} {...{ urlOf, playback }} />])
  if (json.length > 0) panels.push(['json', 'JSON', <JsonPanel key="j" artifacts={json} urlOf={urlOf} />])
  if (ended) panels.push(['files', 'Files', <FilesPanel key="f" {...{ artifacts, urlOf }} />])
  panels.push(['blocks', 'Blocks', <NodeValuesPanel key="b" {...{ run, blocks, inspection }} />])
  panels.push(['log', 'Log', <LogPanel key="l" url={logFile ? urlOf(logFile) : null} live={log} blocks={blocks} />])
  const fallback = ended ? (run.status === 'error' ? 'log' : panels[0]?.[0]) : 'blocks'
  const current = panels.some(([key]) => key === tab) ? tab : (fallback ?? 'log')

  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        {!ended && <ProgressPanel run={run} />}
        {ended && run.status !== 'completed' && <FailurePanel {...{ run, blocks, onRunAgain }} />}
        {picture && isStill(picture) && <Still artifact={picture} src={urlOf(picture)} run={run} />}
        {canInspect && <InspectorPlayer {...{ run, inspection, pictures }} />}
        {hasCounts && <Counts counts={run.counts} {...(hasEvents ? { onShow: show } : {})} />}
        {cumulative.series.length > 0 && <CountsChart counts={cumulative} playback={playback} onPick={pick} />}
        {run.status === 'completed' && !picture && !canInspect && !hasCounts && (
          <p className={classes.quiet}>
            This run wrote {plural(artifacts.length, 'file')}. Add a visualize block and a video sink to see it here.
          </p>
        )}
      </div>
      <Tabs
        value={current}
        onChange={setTab}
        className={classes.right}
        classNames={{ list: classes.tabs, tab: classes.tab }}
      >
        <Tabs.List>
          {panels.map(([key, title]) => (
            <Tabs.Tab key={key} value={key}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(([key, , panel]) => (
          <Tabs.Panel key={key} value={key} className={classes.panel}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

const isCounted = ({ type }: { type: string }) => type === 'line_crossing' || type === 'zone_entry'
const isStill = ({ media_type }: Artifact) => media_type.startsWith('image/')

function Still({ artifact, src, run }: { artifact: Artifact; src: string; run: WorkflowRun }) {
  const { width = 16, height = 9 } = run.media ?? {}
  return (
    <img className={classes.still} src={src} width={width} height={height} alt={`Annotated result: ${artifact.name}`} />
  )
}
